"""How fast bots move at a table"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "pace")
