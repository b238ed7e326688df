"""The numbers of people, tokens, tables, lines and requests are never given a second time

SQLite takes the highest number anew when its row is gone, unless a table says otherwise; to say so, the table
has to be made anew. PostgreSQL's sequences only go forward.
"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TABLES = ("users", "tokens", "tables", "chat", "undo_requests", "undo_consents")


def upgrade() -> None:
    _anew(autoincrement=True)


def downgrade() -> None:
    _anew(autoincrement=False)


def _anew(autoincrement: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for name in TABLES:
        with op.batch_alter_table(
            name, recreate="always", table_kwargs={"sqlite_autoincrement": autoincrement}
        ):
            pass
