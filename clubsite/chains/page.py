"""The page on which a chain is checked, for the pages of sessions and of clubs."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache

from clubsite.chains.checking import CheckedChain, chain_checked
from clubsite.chains.facts import short_hash
from clubsite.chains.forms import HeadForm
from clubsite.chains.models import Chain, ChainLink

CHECK_KEPT = 60  # seconds


@dataclass(frozen=True, slots=True)
class ChainPage:
    """The result of a check, as shown. `asked` is true if digits were looked up; `at_head` is their link, or None."""

    checked: CheckedChain
    differences: list[str]
    form: HeadForm
    asked: bool
    at_head: ChainLink | None

    @property
    def short(self) -> str:
        """The last hash as it is printed."""
        return short_hash(self.checked.head)


def chain_page(chain: Chain, sent: Mapping[str, str], *, values: bool) -> ChainPage:
    """Check a chain, and look up the digits in `sent`. Without `values`, differences show no row's contents.

    With `values` the chain is checked now. Otherwise a check from the last minute is used: anybody may ask for it.
    """
    form = HeadForm(sent if "head" in sent else None)
    asked = form.is_valid()
    at_head = chain.links.filter(hash__startswith=form.cleaned_data["head"]).first() if asked else None
    checked = chain_checked(chain) if values else _checked_lately(chain)
    return ChainPage(
        checked, [difference.words(values=values) for difference in checked.differences], form, asked, at_head
    )


def _checked_lately(chain: Chain) -> CheckedChain:
    """Return the newest check of the chain, making a new one if there was none in the last minute."""
    key = f"chain-checked:{chain.pk}"
    checked: CheckedChain | None = cache.get(key)
    if checked is None:
        checked = chain_checked(chain)
        cache.set(key, checked, CHECK_KEPT)
    return checked
