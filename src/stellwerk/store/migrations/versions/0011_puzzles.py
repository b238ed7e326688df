"""Puzzles: answers, ratings, and those from own games"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("user_id", sa.Integer(), sa.ForeignKey("users.id")),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "puzzle", "day", name="pk_puzzle_answers"),
    )
    op.create_table(
        "puzzle_skills",
        sa.Column("user_id", sa.Integer(), sa.ForeignKey("users.id")),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind", name="pk_puzzle_skills"),
    )
    op.create_table(
        "puzzle_figures",
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_figures"),
    )
    op.create_table(
        "own_puzzles",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id")),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "kind", "at", name="pk_own_puzzles"),
    )


def downgrade() -> None:
    for name in ("own_puzzles", "puzzle_figures", "puzzle_skills", "puzzle_answers"):
        op.drop_table(name)
