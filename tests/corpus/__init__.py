"""What earlier releases left behind: their saves and a database, opened by this one."""
