"""Sessions, marks between people and tables, and what names look like"""

import sqlalchemy as sa
from alembic import op

from stellwerk.store.names import skeleton

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"])
    op.create_table(
        "marks",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_marks_table_id_tables")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_marks_user_id_users")),
        sa.PrimaryKeyConstraint("table_id", "user_id", "kind", name=op.f("pk_marks")),
    )
    op.create_index(op.f("ix_marks_user_id"), "marks", ["user_id"])
    op.create_index(op.f("ix_chat_user_id"), "chat", ["user_id"])
    op.create_index(op.f("ix_log_user_id"), "log", ["user_id"])
    op.create_index(op.f("ix_notes_user_id"), "notes", ["user_id"])
    op.add_column("users", sa.Column("look", sa.Text(), nullable=True))
    op.create_index(op.f("ix_users_look"), "users", ["look"])
    users = sa.table(
        "users",
        sa.column("id", sa.Integer),
        sa.column("name", sa.Text),
        sa.column("key", sa.Text),
        sa.column("look", sa.Text),
    )
    connection = op.get_bind()
    accounts = sa.select(users.c.id, users.c.name).where(users.c.key.is_not(None))
    for id, name in connection.execute(accounts).all():
        connection.execute(users.update().where(users.c.id == id).values(look=skeleton(name)))


def downgrade() -> None:
    op.drop_index(op.f("ix_users_look"), "users")
    op.drop_column("users", "look")
    for name in ("log", "notes", "chat"):
        op.drop_index(op.f(f"ix_{name}_user_id"), name)
    op.drop_table("marks")
    op.drop_table("sessions")
