"""The window around the workspaces: menus, commands, dialogs, status bar."""
