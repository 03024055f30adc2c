"""Counts faults of peers by origin. Bounded, however many misbehave."""

from collections import Counter, OrderedDict


class Faults:
    """Counts of faults by origin (an address, or the start of a key) and by kind."""

    ORIGINS = 256

    def __init__(self) -> None:
        self.total: Counter[str] = Counter()
        self._by: OrderedDict[str, Counter[str]] = OrderedDict()

    def count(self, origin: str, kind: str) -> None:
        """Count a fault. The origin that was quiet the longest is dropped first."""
        self.total[kind] += 1
        self._by.setdefault(origin, Counter())[kind] += 1
        self._by.move_to_end(origin)
        while len(self._by) > self.ORIGINS:
            self._by.popitem(last=False)

    def of(self, origin: str) -> Counter[str]:
        """The counts for one origin."""
        return Counter(self._by.get(origin, ()))
