"""The rules that produce findings, grouped by subject in one file each."""
