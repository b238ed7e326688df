"""Tables know the version of the rules that their game began with, and the form of their hashes"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What is there was begun by a release that knew one version and one form.
    for name in ("rules", "form"):
        op.add_column("tables", sa.Column(name, sa.Integer(), nullable=False, server_default=sa.text("1")))


def downgrade() -> None:
    for name in ("form", "rules"):
        op.drop_column("tables", name)
