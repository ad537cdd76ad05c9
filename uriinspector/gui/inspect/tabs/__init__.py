"""The proof below the components and the findings: one tab for each way to look at the text."""
