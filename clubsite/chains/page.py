"""The page on which a chain is checked, for the pages of sessions and of clubs."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubsite.chains.checking import CheckedChain, chain_checked
from clubsite.chains.facts import short_hash
from clubsite.chains.forms import HeadForm
from clubsite.chains.models import Chain, ChainLink


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
    """Check a chain now, and look up the digits in `sent`. Without `values`, differences show no row's contents."""
    form = HeadForm(sent if "head" in sent else None)
    asked = form.is_valid()
    at_head = chain.links.filter(hash__startswith=form.cleaned_data["head"]).first() if asked else None
    checked = chain_checked(chain)
    return ChainPage(
        checked, [difference.words(values=values) for difference in checked.differences], form, asked, at_head
    )
