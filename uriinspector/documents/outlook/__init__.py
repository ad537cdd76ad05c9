"""What Outlook writes: properties of messages, in compound files (.msg) and in TNEF."""
