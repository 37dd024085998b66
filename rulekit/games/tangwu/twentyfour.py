"""24点: can four numbers, each used once, make 24 with + - × ÷ and brackets (TW-6.D4.2, TW-6.D4.7)?"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import gcd

__all__ = ["make_24"]

TARGET = (24, 1)


def make_24(numbers: tuple[int, ...], *, integers_only: bool = False) -> str | None:
    """Return an expression of exactly these numbers that equals 24, None when there is none.

    Arithmetic is exact; with `integers_only` (TW-R3) every division must come out even.

    >>> make_24((1, 4, 5, 6))
    '6/(5/4-1)'
    >>> make_24((1, 4, 5, 6), integers_only=True)
    >>> make_24((0, 4, 6, 9))
    '0*9+4*6'
    """
    return _solve(tuple(sorted(numbers)), integers_only)


@lru_cache(maxsize=4096)
def _solve(numbers: tuple[int, ...], integers_only: bool) -> str | None:
    return _search([((n, 1), str(n), 3) for n in numbers], integers_only)


# A value is a fraction in lowest terms, as numerator and positive denominator: exact, and quick to compare.
_Value = tuple[int, int]
# A term is its value, its text and the rank of its outermost operation (1 sum, 2 product, 3 number).
_Term = tuple[_Value, str, int]


def _search(terms: list[_Term], integers_only: bool) -> str | None:
    if len(terms) == 1:
        value, text, _ = terms[0]
        return text if value == TARGET else None
    seen: set[tuple[_Value, ...]] = set()
    for i, j in combinations(range(len(terms)), 2):
        rest = [t for k, t in enumerate(terms) if k not in (i, j)]
        for made in _combine(terms[i], terms[j], integers_only):
            values = tuple(sorted([made[0], *(t[0] for t in rest)]))
            if values in seen:
                continue
            seen.add(values)
            found = _search([*rest, made], integers_only)
            if found is not None:
                return found
    return None


def _combine(a: _Term, b: _Term, integers_only: bool) -> list[_Term]:
    (an, ad), (bn, bd) = a[0], b[0]
    made = [
        (_lowest(an * bd + bn * ad, ad * bd), f"{_wrap(a, 1)}+{_wrap(b, 1)}", 1),
        (_lowest(an * bn, ad * bd), f"{_wrap(a, 2)}*{_wrap(b, 2)}", 2),
        (_lowest(an * bd - bn * ad, ad * bd), f"{_wrap(a, 1)}-{_wrap(b, 2)}", 1),
        (_lowest(bn * ad - an * bd, ad * bd), f"{_wrap(b, 1)}-{_wrap(a, 2)}", 1),
    ]
    for x, y in ((a, b), (b, a)):
        (xn, xd), (yn, yd) = x[0], y[0]
        if yn:
            quotient = _lowest(xn * yd, xd * yn)
            if not integers_only or quotient[1] == 1:
                made.append((quotient, f"{_wrap(x, 2)}/{_wrap(y, 3)}", 2))
    return made


def _lowest(numerator: int, denominator: int) -> _Value:
    divisor = gcd(numerator, denominator) if denominator > 0 else -gcd(numerator, denominator)
    return numerator // divisor, denominator // divisor


def _wrap(term: _Term, rank: int) -> str:
    return term[1] if term[2] >= rank else f"({term[1]})"
