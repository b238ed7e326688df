"""What is asked at a table, so that lists can tell it, and whether its host starts the game"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("asks", sa.Text(), nullable=True))
    op.add_column(
        "tables", sa.Column("host_starts", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("tables", "host_starts")
    op.drop_column("tables", "asks")
