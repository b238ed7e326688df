"""How far people have come in lessons. What a lesson is the pages know; here it is a name and a text."""

from collections.abc import Mapping

from sqlalchemy import select

from stellwerk.server.core import Core, signed_in
from stellwerk.server.model import User
from stellwerk.server.problems import Invalid
from stellwerk.store.schema import LessonRow

LONGEST_PROGRESS = 20_000
"""Characters that are kept of one lesson."""


class Learning(Core):
    def progress_of(self, user: User | None, lesson: str = "") -> Mapping[str, str]:
        """Return what is kept of somebody's lessons, or of one of them; nothing of nobody."""
        if user is None:
            return {}
        wanted = [LessonRow.user_id == user.id, *([LessonRow.lesson == lesson] if lesson else [])]
        with self.db.read() as session:
            rows = session.scalars(select(LessonRow).where(*wanted)).all()
            return {row.lesson: row.progress for row in rows}

    def keep_progress(self, user: User | None, lesson: str, progress: str) -> None:
        """Keep how far somebody has come, in place of what was kept before."""
        user = signed_in(user)
        self.must_have_room()
        if len(progress) > LONGEST_PROGRESS:
            raise Invalid("This is too long to be kept.")
        with self.db.write() as session:
            session.merge(
                LessonRow(user_id=user.id, lesson=lesson, progress=progress, updated=self.clock.now())
            )
