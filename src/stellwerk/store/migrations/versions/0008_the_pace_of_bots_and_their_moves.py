"""How fast bots move at a table, and which entries of the log are theirs"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.Integer(), nullable=True))
    op.add_column("log", sa.Column("bot", sa.Text(), nullable=True))
    # Of earlier moves it is known where a thought was kept.
    op.execute(
        "update log set bot = (select thoughts.bot from thoughts where thoughts.table_id = log.table_id "
        "and thoughts.number = log.number) where exists (select 1 from thoughts where "
        "thoughts.table_id = log.table_id and thoughts.number = log.number)"
    )


def downgrade() -> None:
    op.drop_column("log", "bot")
    op.drop_column("tables", "pace")
