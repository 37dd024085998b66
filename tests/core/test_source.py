"""YAML written by people: places, what is refused, and that what is written reads back."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.core.errors import FileProblem, RulekitError
from rulekit.core.source import MAX_BYTES, read_file, read_text, write

TEXT = """\
game: tangwu
给定:
  A: {hp: 20, 延迟: [灼烧, 毒]}
play:
- A: 寒风
"""


PIECES = [
    *"abx1:,-?[]{}#&*!|>'\"%@`~ \\", "\n", "\r", "\r\n", "\t", "\x85", "\u2028", "\ufeff", ": ", "- ", "? ", "\n  ",
    "\\U00110000", "\\uD800", "\\x0", "\\UFFFFFFFF", "%YAML 1.1\n", "%YAML 9.9\n", "%TAG !a! b\n", "---\n", "...\n",
    "<<: ", "9" * 4301, "9" * 400, "１", "1e999", "!!str ", "!<%zz>", "!<%FF>", "&a ", "*a ", "|9", ">-\n", "寒风",
    "：", "null",
]  # fmt: skip


def code_of(text: str) -> str:
    with pytest.raises(FileProblem) as caught:
        read_text(text)
    return caught.value.code


def test_every_key_and_value_has_its_place() -> None:
    source = read_text(TEXT)
    assert source.at(("给定",), key=True) == (2, 1)
    assert source.at(("给定", "A"), key=True) == (3, 3)
    assert source.at(("给定", "A", "hp"), key=True) == (3, 7)
    assert source.at(("给定", "A", "hp")) == (3, 11)
    assert source.at(("给定", "A", "延迟", 1)) == (3, 24)
    assert source.at(("play", 0)) == (5, 3)
    assert source.at(("play", 0, "A")) == (5, 6)


def test_a_part_that_is_missing_is_placed_at_what_should_hold_it() -> None:
    assert read_text(TEXT).at(("给定", "A", "cost")) == (3, 6)
    assert read_text(TEXT).at(("nothing",)) == (1, 1)


def test_scalars_are_what_yaml_1_2_says() -> None:
    data = read_text(
        'a: 12\nb: "12"\nc: true\nd: null\ne:\nf: -3\ng: 1.5\nh: 0x1F\ni: 12:30\nj: 2024-01-01\nk: "yes"'
    ).data
    assert data == {
        "a": 12, "b": "12", "c": True, "d": None, "e": None, "f": -3, "g": 1.5,
        "h": "0x1F", "i": "12:30", "j": "2024-01-01", "k": "yes",
    }  # fmt: skip


@pytest.mark.parametrize("word", ["yes", "No", "ON", "off", "y", "N"])
def test_words_that_once_were_booleans_are_refused(word: str) -> None:
    assert code_of(f"a: {word}") == "word_for_flag"


@pytest.mark.parametrize(("number", "ascii_form"), [("１２", "12"), ("1２", "12"), ("－３", "-3"), ("٣", "3")])
def test_digits_of_other_scripts_are_refused_with_their_ascii_form(number: str, ascii_form: str) -> None:
    with pytest.raises(FileProblem) as caught:
        read_text(f"hp: {number}")
    assert (caught.value.code, caught.value.params["nearest"]) == ("foreign_digits", ascii_form)


def test_full_width_digits_inside_text_are_text() -> None:
    assert read_text("title: 第１２局").data == {"title": "第１２局"}


@pytest.mark.parametrize("digits", [19, 400, 1000])
def test_large_numbers_stay_exact(digits: int) -> None:
    assert read_text("hp: -" + "9" * (digits - 1)).data == {"hp": -(10 ** (digits - 1) - 1)}


def test_decomposed_text_becomes_composed() -> None:
    decomposed = unicodedata.normalize("NFD", "café がぎ")
    assert decomposed != "café がぎ"
    assert read_text(f"{decomposed}: [{decomposed}]").data == {"café がぎ": ["café がぎ"]}


def test_emoji_of_any_age_are_text() -> None:
    for text in ("🀄", "👩‍👩‍👧", "🫨", "\U0001fae9", "\U0001faf8🏽"):
        assert read_text(f"title: {text}!").data == {"title": f"{text}!"}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system_count_as_one_line(newline: str) -> None:
    assert read_text(newline.join(["a: 1", "b: 2", "c: 3"])).at(("c",)) == (3, 4)


def test_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "bom.yaml"
    file.write_text(TEXT, "utf-8-sig")
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")
    assert read_file(file).data == read_text(TEXT).data == read_text("\ufeff" + TEXT).data
    assert read_file(file).at(("game",)) == (1, 7)


def test_ten_megabytes_are_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"# " + b"x" * 10_000_000)
    for read in (lambda: read_file(file), lambda: read_text("x" * (MAX_BYTES + 1))):
        with pytest.raises(FileProblem) as caught:
            read()
        assert caught.value.code == "file_too_large"


def test_files_that_are_not_there() -> None:
    with pytest.raises(FileProblem) as caught:
        read_file("no/such.yaml")
    assert caught.value.text("en") == "no/such.yaml: there is no such file"
    with pytest.raises(FileProblem) as caught:
        read_file(Path(__file__).parent)
    assert caught.value.code in ("file_is_folder", "file_unreadable")


def test_lone_surrogates_are_refused() -> None:
    assert code_of("title: '\ud800'") == "control_character"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('a: "\\U00110000"', "not_character", (1, 7)),
        ('a: 1\r\nb: "x\\UFFFFFFFF"', "not_character", (2, 8)),
        ('a: ["\\ud800"]', "not_character", (1, 8)),
        ('a:\n  - "x\n    y \\U0000DFFF z"', "not_character", (3, 9)),
        ('"\\udc00\\ud800": 1', "not_character", (1, 4)),
        ("%YAML 1." + "9" * 5000 + "\n---\na: 1", "yaml_syntax", (1, 9)),
        ("%YAML " + "9" * 5000 + ".1\n---\na: 1", "yaml_syntax", (1, 7)),
        ("%TAG ! tag:%FF\n---\na: 1", "yaml_syntax", (1, 12)),
        ("a: 1\nb: " + "9" * 5000, "number_too_long", (2, 4)),
        ("a: -" + "9" * 5000, "number_too_long", (1, 4)),
        ("a: " + "９" * 5000, "number_too_long", (1, 4)),
        ("a: [1e999]", "number_too_long", (1, 5)),
        ("a: -1.5e999", "number_too_long", (1, 4)),
        ("a: |99999\n x", "yaml_syntax", (1, 6)),
        ("a: &x 1", "yaml_alias", (1, 4)),
        ("a: *x", "yaml_alias", (1, 4)),
        ("*x : 1", "yaml_alias", (1, 1)),
        ("a: !!python/object/apply:os.system [x]", "yaml_tag", (1, 4)),
        ("a: !x {}", "yaml_tag", (1, 4)),
        ("!!str a: 1", "yaml_tag", (1, 1)),
        ("[" * 50_000, "too_deep", (1, 33)),
        ("- " * 500, "too_deep", (1, 65)),
        ("{a: " * 500, "too_deep", (1, 129)),
        ("? [a]\n: 1", "key_not_text", (1, 3)),
        ("{" * 500, "key_not_text", (1, 2)),
        ("a: 1\rb: \x07", "control_character", (2, 4)),
        ("a: 1\r\nb: \x9b", "control_character", (2, 4)),
        ("a\x00", "control_character", (1, 2)),
        ("a: 1\r\n\tb: 2", "yaml_tab", (2, 1)),
        ("a: {\r\nb：1, c d}\r\n]", "fullwidth_colon", (2, 2)),
    ],
)
def test_what_is_no_text_is_refused_at_its_place(text: str, code: str, place: tuple[int, int]) -> None:
    with pytest.raises(FileProblem) as caught:
        read_text(text)
    assert (caught.value.code, (caught.value.line, caught.value.column)) == (code, place)
    assert all(caught.value.text(lang).startswith("<text>:") for lang in ("zh", "en"))


@pytest.mark.parametrize("data", [{"title": "\ud800"}, {"a\udfff": 1}, {"given": {"x": ["a", "\ud800b"]}}])
def test_what_no_file_can_hold_is_not_written(data: dict[str, object]) -> None:
    with pytest.raises(RulekitError) as caught:
        write(data, block=frozenset({"given"}))
    assert caught.value.code == "not_character"


def test_a_character_written_as_a_pair_is_that_character() -> None:
    assert read_text('"\\ud83d\\ude00": ["\\uD83D\\uDE00!", "\\U0001F600"]').data == {"😀": ["😀!", "😀"]}


@pytest.mark.parametrize("word", [".inf", "-.INF", ".nan", "2001-12-14t21:59:43.10-05:00", "<<", "0o14", "1_000"])
def test_other_spellings_of_yaml_are_text(word: str) -> None:
    assert read_text(f"{word}: {word}").data == {word: word}


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"a: 1\r\nb: \xff", (2, 4)),
        (b"a: 1\rb: \xe5\xaf\x92\x80", (2, 5)),
        (b"\xef\xbb\xbfa\xc0\x80", (1, 2)),
        ("a: 1".encode("utf-16"), (1, 1)),
        ("a: 寒".encode("gbk"), (1, 4)),
    ],
)
def test_what_is_not_utf8_has_its_place_whatever_ends_a_line(
    tmp_path: Path, raw: bytes, place: tuple[int, int]
) -> None:
    file = tmp_path / "any.yaml"
    file.write_bytes(raw)
    with pytest.raises(FileProblem) as caught:
        read_file(file)
    assert (caught.value.code, (caught.value.line, caught.value.column)) == ("not_utf8", place)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_pieces_of_yaml_are_read_or_refused(text: str) -> None:
    try:
        read_text(text)
    except FileProblem as problem:
        assert problem.text("zh") and problem.text("en")


@pytest.mark.slow
@given(st.text())
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        read_text(text)
    except FileProblem as problem:
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.text("zh") and problem.text("en")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    file = tmp_path_factory.mktemp("bytes") / "any.yaml"
    file.write_bytes(raw)
    try:
        read_file(file)
    except FileProblem as problem:
        assert problem.text("zh").startswith(str(file))


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(
    lambda text: unicodedata.normalize("NFC", text)
)
awkward = st.sampled_from(["yes", "True", "null", "~", "", "12", "１２", "1.5", "- a", "a: b", "#x", "%a", "!x", "&a"])
scalars = st.one_of(st.none(), st.booleans(), st.integers(-(10**20), 10**20), words, awkward)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words | awkward, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(words | awkward | st.sampled_from(["given", "play"]), trees, min_size=1, max_size=4))
def test_what_is_written_reads_back_equal(data: dict[str, object]) -> None:
    assert read_text(write(data, block=frozenset(("given", "play")))).data == data
