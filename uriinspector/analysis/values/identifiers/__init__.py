"""Identifiers that say more than they show: when, where and by whom they were made."""
