"""One window for several starts: what a later start asks, and how the open window hears it."""
