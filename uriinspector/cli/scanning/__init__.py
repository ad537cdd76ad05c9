"""What `scan` shows of documents: as tables, as JSON, as CSV, as SARIF."""
