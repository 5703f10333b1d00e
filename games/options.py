"""The named options of a game: `{"undo": ("consent", "off")}`. The first value of each option is the default."""

from collections.abc import Mapping

from games.errors import BadSetup

Options = Mapping[str, tuple[str, ...]]


def usual(options: Options) -> dict[str, str]:
    """Return every option with its default value."""
    return {name: values[0] for name, values in options.items()}


def checked(options: Options, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return all options, with default values for omitted options. Raise BadSetup for an unknown option or value."""
    for name, value in chosen.items():
        if name not in options:
            raise BadSetup(f"{name!r} is not an option of this game; there are {', '.join(options)}")
        if value not in options[name]:
            raise BadSetup(f"The option {name} is {' or '.join(options[name])}, not {value!r}")
    return {**usual(options), **chosen}
