"""Places on a desktop that a person opts into: the handler of web links, menus of file managers."""
