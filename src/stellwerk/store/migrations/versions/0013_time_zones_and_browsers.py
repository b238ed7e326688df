"""In which time zone somebody reads times, and in which browser a session is"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("zone", sa.Text(), nullable=True))
    op.add_column("sessions", sa.Column("agent", sa.Text(), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    op.drop_column("sessions", "agent")
    op.drop_column("users", "zone")
