"""Records: every kind of field is copied, compared, written and read; what a field may not hold has its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekit.core.codec import BadData, change_from_json, change_to_json, from_json, to_json
from rulekit.core.record import Change, Record, apply_change, attr, differences, out_of_range, record, value_at


@record
class Coin(Record):
    """What may be there or not, with a field of each open kind."""

    worth: int = attr(default=1, low=1, high=5, clause="X-1")
    heads: bool | None = attr(default=None)
    rim: int | None = attr(default=None, low=0)
    marks: tuple[str, ...] = attr(default=(), kind="texts")


@record
class Purse(Record):
    """Two places for a coin, and any number of further ones."""

    left: Coin | None = attr(default=None, label="左")
    right: Coin | None = attr(default=None)
    rest: list[Coin] = attr(default_factory=list)
    spent: int = attr(default=0)


@record
class Table(Record):
    """Two purses."""

    A: Purse = attr(default_factory=Purse)
    B: Purse = attr(default_factory=Purse)


def table() -> Table:
    return Table(A=Purse(left=Coin(worth=3, heads=True), rest=[Coin(heads=False)]))


def test_kinds_follow_the_annotations() -> None:
    assert [s.kind for s in Coin.FIELDS] == ["int", "perhaps", "optional", "texts"]
    assert [s.kind for s in Purse.FIELDS] == ["maybe", "maybe", "records", "int"]
    assert [s.inner for s in Purse.FIELDS] == [Coin, Coin, Coin, None]
    assert [s.inner for s in Table.FIELDS] == [Purse, Purse]


def test_a_copy_shares_no_record() -> None:
    one = table()
    two = one.copy()
    assert two == one and two.key() == one.key() and two is not one
    assert one.A.left is not None and two.A.left is not None
    two.A.left.heads = None
    two.A.rest[0].worth = 2
    two.B.right = Coin()
    assert one == table() and one.key() == table().key()
    assert two != one and two.key() != one.key()


def test_nothing_a_false_flag_and_no_number_are_three_keys() -> None:
    keys = {Coin(heads=h, rim=r).key() for h in (None, False, True) for r in (None, 0, 1)}
    assert len(keys) == 9
    assert Purse().key() != Purse(left=Coin()).key() != Purse(right=Coin()).key()


@pytest.mark.parametrize(
    ("path", "value", "changes"),
    [
        (("A", "左", "heads"), None, [Change(("A", "左", "heads"), True, None)]),
        (("A", "左", "heads"), False, [Change(("A", "左", "heads"), True, False)]),
        (("A", "左"), None, [Change(("A", "左"), Coin(worth=3, heads=True), None)]),
        (("A", "right"), Coin(rim=0), [Change(("A", "right"), None, Coin(rim=0))]),
        (("A", "左"), Coin(worth=2), [Change(("A", "左", "worth"), 3, 2), Change(("A", "左", "heads"), True, None)]),
        (("A", "rest", 0, "heads"), None, [Change(("A", "rest", 0, "heads"), False, None)]),
        (("A", "rest"), [], [Change(("A", "rest"), (Coin(heads=False),), ())]),
        (("B", "right"), None, []),
    ],
)
def test_a_difference_is_found_written_read_and_applied(
    path: tuple[Any, ...], value: Any, changes: list[Change]
) -> None:
    before, after = table(), table()
    apply_change(after, Change(path, None, value))
    assert value_at(after, path) == value
    found = differences(before, after)
    assert found == changes
    for change in found:
        text = json.dumps(change_to_json(change), ensure_ascii=False)
        assert change_from_json(Table, json.loads(text)) == change
        apply_change(before, change)
    assert before == after and differences(before, after) == []
    for change in reversed(found):
        apply_change(before, Change(change.path, change.after, change.before))
    assert before == table()


def test_a_change_holds_copies() -> None:
    before, after = table(), table()
    after.A.left, after.B.right = None, Coin()
    gone, come = differences(before, after)
    assert before.A.left is not None and after.B.right is not None
    before.A.left.worth = after.B.right.worth = 5
    assert gone.before == Coin(worth=3, heads=True) and come.after == Coin()
    again = table()
    apply_change(again, come)
    assert again.B.right is not come.after
    assert again.B.right == come.after


def test_json_leaves_out_what_is_not_there_and_keeps_false() -> None:
    data = to_json(table())
    assert data == {"A": {"左": {"worth": 3, "heads": True}, "rest": [{"heads": False}]}}
    assert to_json(Table()) == {}
    assert to_json(Purse(right=Coin())) == {"right": {}}
    for value in (table(), Table(), Table(B=Purse(right=Coin(), left=Coin(rim=0, marks=("x",))))):
        assert from_json(Table, json.loads(json.dumps(to_json(value), ensure_ascii=False))) == value
    assert from_json(Purse, {"左": None, "right": {}}) == Purse(right=Coin())
    assert from_json(Coin, {"heads": None, "rim": None}) == Coin()


@pytest.mark.parametrize(
    ("data", "path", "code"),
    [
        ({"A": {"左": 3}}, ("A", "左"), "not_mapping"),
        ({"A": {"左": []}}, ("A", "左"), "not_mapping"),
        ({"A": {"左": {"heads": 1}}}, ("A", "左", "heads"), "not_flag"),
        ({"A": {"左": {"heads": "true"}}}, ("A", "左", "heads"), "not_flag"),
        ({"A": {"左": {"rim": True}}}, ("A", "左", "rim"), "not_optional"),
        ({"A": {"左": {"worth": None}}}, ("A", "左", "worth"), "not_int"),
        ({"A": {"left": {}}}, ("A", "left"), "unknown_key"),
        ({"A": {"qqq": {}}}, ("A", "qqq"), "unknown_key_any"),
        ({"A": {"左": {"head": True}}}, ("A", "左", "head"), "unknown_key"),
        ({"A": {"rest": [{}, {"marks": [1]}]}}, ("A", "rest", 1, "marks", 0), "not_text"),
        ({"A": {"rest": [None]}}, ("A", "rest", 0), "not_mapping"),
        ({"A": None}, ("A",), "not_mapping"),
    ],
)
def test_what_does_not_fit_has_its_place(data: Any, path: tuple[Any, ...], code: str) -> None:
    with pytest.raises(BadData) as caught:
        from_json(Table, data)
    assert [(f.path, f.code) for f in caught.value.faults] == [(path, code)]


def test_numbers_out_of_their_range_are_named_record_by_record() -> None:
    assert [(s.label, v) for s, v in out_of_range(Coin(worth=6, rim=-1))] == [("worth", 6), ("rim", -1)]
    assert list(out_of_range(Coin(worth=5, rim=None, heads=True))) == []
    assert [(s.clause, v) for s, v in out_of_range(Coin(worth=10**400))] == [("X-1", 10**400)]
    assert (
        list(out_of_range(Purse(left=Coin(worth=0), spent=-(10**9)))) == []
    )  # not of records inside, nor without bounds
