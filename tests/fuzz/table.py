"""All targets by name."""

from tests.fuzz import (
    document_targets,
    editing_targets,
    fix_targets,
    growth_targets,
    lesson_targets,
    site_targets,
    storage_targets,
    table_targets,
    text_targets,
)

TARGETS = {
    each.name: each
    for each in (
        *text_targets.TARGETS, *document_targets.TARGETS, *editing_targets.TARGETS,
        *fix_targets.TARGETS, *storage_targets.TARGETS, *growth_targets.TARGETS,
        *lesson_targets.TARGETS, *site_targets.TARGETS, *table_targets.TARGETS,
    )
}  # fmt: skip
