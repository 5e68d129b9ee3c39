"""Options that several commands share, from what was typed to what the code takes."""

from __future__ import annotations

import re

from standout.errors import BadInput

COLUMNS_HELP = (
    "Which column is what, by name or (without a header) by number: user=…,item=…,value=…,time=…,title=…; "
    "an empty name leaves it out."
)


def parse_columns(text: str | None) -> dict[str, str] | None:
    """The columns that --columns names, by role. A name may hold commas and further equals signs."""
    from standout.interactions.columns import check_roles

    if text is None:
        return None
    columns: dict[str, str] = {}
    for part in re.split(r",(?=\s*\w+\s*=)", text):
        role, equals, name = part.partition("=")
        role = role.strip()
        if not equals:
            raise BadInput(
                f"--columns: '{part.strip()}' is not role=name; write e.g. user=customer,item=product"
            )
        if role in columns:
            raise BadInput(f"--columns: '{role}' is given twice; give it once")
        columns[role] = name.strip()
    check_roles(columns)
    return columns
