"""The server: tables that are kept, judged and shown to everybody who may see them."""
