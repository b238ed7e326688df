"""The pages: rendered on the server from what the service tells; the browser knows no rules."""
