"""How much a table tells its players: aids, where there was only whether hints are allowed; and coaches"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("coach", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("tables", sa.Column("aids", sa.Text(), nullable=True))
    op.execute(
        "update tables set aids = case when hints then 'all' else 'figures' end where hints is not null"
    )
    op.drop_column("tables", "hints")


def downgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Boolean(), nullable=True))
    op.execute(
        sa.text(
            "update tables set hints = case when aids = 'all' then :yes else :no end where aids is not null"
        ).bindparams(sa.bindparam("yes", True, sa.Boolean()), sa.bindparam("no", False, sa.Boolean()))
    )
    op.drop_column("tables", "aids")
    op.drop_column("tables", "coach")
