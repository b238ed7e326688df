"""Requests to end a game stand beside those to go back; tables know whether their seed was chosen"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "undo_requests", sa.Column("kind", sa.Text(), nullable=False, server_default=sa.text("'undo'"))
    )
    op.add_column(
        "tables", sa.Column("chosen_seed", sa.Boolean(), nullable=False, server_default=sa.text("false"))
    )


def downgrade() -> None:
    op.drop_column("tables", "chosen_seed")
    op.drop_column("undo_requests", "kind")
