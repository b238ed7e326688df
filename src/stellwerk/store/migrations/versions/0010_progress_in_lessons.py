"""How far people have come in lessons"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("lesson", sa.Text(), nullable=False),
        sa.Column("progress", sa.Text(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_lessons_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", "lesson", name=op.f("pk_lessons")),
    )


def downgrade() -> None:
    op.drop_table("lessons")
