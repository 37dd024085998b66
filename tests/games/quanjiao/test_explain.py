"""Explanations: every near miss with its reasons, what a declaration takes, how its damage adds up."""

from random import Random

import pytest

import rulekit
from rulekit.analysis.matching_graph import chosen_edges, matching_graph
from rulekit.core.catalogue import LANGUAGES
from rulekit.core.codec import from_json
from rulekit.games.quanjiao.explain import compare, explain_declaration, explain_fit, explain_move
from rulekit.games.quanjiao.matching import Board, Placement, fits, match_of
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.games.quanjiao.pairing import matching_data, symbol_names
from rulekit.games.quanjiao.scoring import score
from rulekit.games.quanjiao.solver import declarations
from tests.games.quanjiao.strategies import random_state
from tests.support.processes import loaded_by

QUANJIAO = rulekit.load_game("quanjiao")


def board(cells, cancelled_fists=(), cancelled_legs=(), rulings=(), others=None):
    given = {"A": {"board": cells, "cancelled_fists": dict(cancelled_fists), "cancelled_legs": dict(cancelled_legs)}}
    given["B"] = {"board": others or {}}
    state = from_json(QUANJIAO.State, given)
    return state.board_of("A", QUANJIAO.defaults.replace(dict(rulings)).choices)


MIXED = {"LH1": "F2", "RH2": "F1", "RH3": "F3", "LL2": "L2", "LL3": "L1"}


def act(move, start, made, n=0):
    return match_of(DEMO_MOVES[move], Placement(start), made).activations[n]


def test_unmet_need_names_cells_and_numbers():
    report = explain_fit(board(MIXED), DEMO_MOVES["m05"], Placement(1), "zh")
    assert not report.ok and report.headline == "第1动：不成立"
    assert [r.text for r in report.reasons] == ["左腿第1动、左腿第2动要 3 个有效腿，只有 2 个"]
    assert report.reasons[0].clauses == ("QJ-4.4.5", "QJ-4.4.6")
    marks = {c.cell: c.mark for c in report.cells}
    assert marks["LL1"] == marks["LL2"] == "short" and marks["LH1"] == "free" and len(marks) == 8


def test_blocking_black_cells_are_named_each():
    report = explain_fit(board(MIXED), DEMO_MOVES["m12"], Placement(2), "en")
    blocked = [r for r in report.reasons if r.code == "blocked"]
    assert [r.text for r in blocked] == [
        "the black cell right hand, action 2 holds 1 × valid symbol",
        "the black cell left leg, action 2 holds 2 × valid symbol",
    ]
    assert [r.code for r in report.reasons] == ["blocked", "blocked", "short"]
    assert {c.mark for c in report.cells if c.kind == "black"} == {"blocked", "clear"}


def test_the_opponents_symbols_block_under_a_ruling():
    made = board({"RH1": "F2"}, rulings={"QJ-R39": "both"}, others={"LH1": "F1"})
    report = explain_fit(made, DEMO_MOVES["m04"], Placement(1), "zh")
    assert [r.code for r in report.reasons] == ["blocked_by_opponent"] and not report.ok


def test_every_reason_why_a_black_cell_blocks_is_told():
    """Own symbols are spared as key marks of a move declared before (QJ-R10), the opponent's never are (QJ-R39)."""
    both = {"QJ-R39": "both", "QJ-R10": "other_keys_ignored"}
    made = board({"LH1": "F2", "RH1": "F2"}, rulings=both, others={"LH1": "L1"})
    report = explain_fit(made, DEMO_MOVES["m04"], Placement(1), "zh")
    assert [r.code for r in report.reasons] == ["blocked", "blocked_by_opponent"]
    (marks,) = match_of(DEMO_MOVES["m01"], Placement(1), made).activations
    report = explain_fit(made, DEMO_MOVES["m04"], Placement(1), "zh", [marks, marks])
    assert [r.code for r in report.reasons] == ["blocked_by_opponent"]
    alone = board({"LH1": "F2", "RH1": "F2"}, rulings=both)
    assert explain_fit(alone, DEMO_MOVES["m04"], Placement(1), "zh", [marks, marks]).ok
    assert not explain_fit(alone, DEMO_MOVES["m04"], Placement(1), "zh", [marks]).ok


def test_a_grey_cell_tells_what_is_counted_under_the_rulings():
    cells, theirs = {"RH1": "F2", "RH2": "F2", "LH1": "F1"}, {"RH1": "L1", "RL1": "L1"}

    def told(declared=(), **rulings):
        changed = {id.replace("_", "-"): option for id, option in rulings.items()}
        made = board(cells, rulings=changed, others=theirs | {"RH1": "F1"})
        report = explain_fit(made, DEMO_MOVES["m07"], Placement(1), "zh", declared)
        return next(c.n for c in report.cells if c.kind == "grey")

    plain = board(cells)
    (other,) = match_of(DEMO_MOVES["m04"], Placement(1), board({"RH1": "F2", "RH2": "F2"})).activations
    other = other._replace(keys=tuple(2 if c.cell == "RH1" else 0 for c in plain.classes))
    assert told() == 2
    assert told(QJ_R39="both") == 3  # and the opponent's fist
    assert told([other]) == 2 and told([other], QJ_R17="not_counted") == 0


def test_only_what_a_text_counts_is_called_counted():
    # m11 counts what is no key mark of its own: the right fist
    made = board({"LH1": "F1", "RH1": "F1", "RL1": "L1"})
    report = explain_declaration(made, DEMO_MOVES, [act("m11", 1, made)], "zh")
    assert {use.cell: use.counted for use in report.uses} == {"LH1": (), "RH1": ("m11",), "RL1": ()}
    # m09 counts both left fists; where only the first move counts, m11 is left without them
    for rulings, counting in (((), ("m09", "m11")), ([("QJ-R24", "first_only")], ("m09",))):
        made = board({"LH1": "F2", "RL1": "L1"}, rulings=rulings)
        report = explain_declaration(made, DEMO_MOVES, [act("m09", 1, made), act("m11", 1, made)], "zh")
        assert report.uses[0].counted == counting


def test_copies_of_a_move_are_compared_together():
    made = board({"LH1": "F2", "LH2": "F1"}, rulings={"QJ-R26": "copies_separate"})
    one, two = act("m01", 1, made), act("m01", 2, made)
    assert "叩门直拳：3 点对 6 点" in compare(made, DEMO_MOVES, [one], [one, two], "zh").lines


def test_key_cells_off_the_board():
    report = explain_fit(board(MIXED), DEMO_MOVES["m05"], Placement(0), "zh")
    assert [r.code for r in report.reasons] == ["off_board", "short"]
    assert {c.cell: c.mark for c in report.cells}["LL0"] == "off_board"
    whole = board({"RH1": "F2"}, rulings={"QJ-R11": "whole_grid_on_board"})
    report = explain_fit(whole, DEMO_MOVES["m07"], Placement(0), "zh")
    assert [r.code for r in report.reasons] == ["grid_off_board"]


def test_fixed_start_and_mirror():
    made = board({"LH2": "F1", "RL2": "L1"})
    report = explain_fit(made, DEMO_MOVES["m11"], Placement(2), "zh")
    assert [r.text for r in report.reasons] == ["这一招只能从第1动开始"]
    report = explain_fit(made, DEMO_MOVES["m01"], Placement(2, True), "en")
    assert report.reasons[0].code == "mirror"


def test_what_fits_says_what_is_met_and_in_how_many_ways():
    report = explain_fit(board(MIXED), DEMO_MOVES["m13"], Placement(2), "zh")
    assert report.ok and "种取法" in report.headline and {r.code for r in report.reasons} == {"met"}
    assert len(report.reasons) == 2
    one = explain_fit(board(MIXED), DEMO_MOVES["m05"], Placement(2), "zh")
    assert one.headline == "第2动：成立" and {c.mark for c in one.cells if c.kind == "key"} == {"met"}


def test_grey_cells_say_what_they_count():
    report = explain_fit(board(MIXED), DEMO_MOVES["m07"], Placement(2), "zh")
    grey = next(c for c in report.cells if c.kind == "grey")
    assert (grey.mark, grey.n) == ("counted", 1) and "数到 1 个" in grey.text


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_placement_has_reasons_exactly_when_it_fails(lang):
    draw = Random(6)
    for i in range(40):
        state = random_state(draw)
        rulings = [{}, {"QJ-R11": "whole_grid_on_board"}, {"QJ-R11": "on_board_part"}, {"QJ-R39": "both"}][i % 4]
        made = state.board_of("A", QUANJIAO.defaults.replace(rulings).choices)
        for move in DEMO_MOVES.values():
            reports = explain_move(made, move, lang)
            assert [r.fit for r in reports] == fits(move, made)
            for report in reports:
                codes = {r.code for r in report.reasons}
                assert report.reasons and (codes == {"met"}) is report.ok
                for reason in report.reasons:
                    assert "{" not in reason.text and all(c in QUANJIAO.rulebook.clauses for c in reason.clauses)
                bad = {c.mark for c in report.cells} & {"short", "blocked", "off_board"}
                assert not (report.ok and bad)


def test_declaration_says_what_becomes_of_every_symbol():
    made = board(MIXED, {"RH3": 1})
    declared = [act("m01", 1, made), act("m07", 2, made), act("m05", 2, made)]
    report = explain_declaration(made, DEMO_MOVES, declared, "zh")
    uses = {(u.cell, u.valid): u for u in report.uses}
    assert uses["LH1", True].keys == (("m01", 1),) and uses["LH1", True].loose == 1
    assert uses["RH2", True].counted == ("m07",) and uses["RH2", True].loose == 1
    assert uses["RH3", True].keys == (("m07", 2),) and uses["RH3", True].loose == 0
    assert uses["RH3", False].text.endswith("已抵消，不计伤害")
    assert [op.result for op in report.derivation] == [2, 5, 11, 18] and report.total == 18
    assert QUANJIAO.phrasebook("zh").derivation(report.derivation).endswith("= 18")
    assert report.text == "总伤害：2 + 3 + 6 + 7 = 18"
    assert [(line.move, line.n) for line in report.lines] == [("m01", 3), ("m07", 4), ("m07", 2), ("m05", 7), ("", 2)]


def test_contained_and_counted_symbols():
    made = board({"LH1": "F2", "LH3": "F1"})
    report = explain_declaration(made, DEMO_MOVES, [act("m09", 1, made)], "en")
    first, second = report.uses
    assert (first.keys, first.contained, first.loose) == ((("m09", 1),), 2, 0)
    assert (second.keys, second.contained, second.counted) == ((), 1, ("m09",))
    assert report.total == 6 and "for" not in report.lines[0].text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_explained_totals_are_the_scored_ones(lang):
    draw = Random(9)
    for _ in range(25):
        state = random_state(draw)
        made = state.board_of("A", QUANJIAO.defaults.choices)
        for declared in list(declarations(made, state.held("A")))[:12]:
            report = explain_declaration(made, DEMO_MOVES, declared, lang)
            result = score(made, DEMO_MOVES, declared)
            assert report.total == result.total == report.derivation[-1].result
            assert sum(u.loose for u in report.uses) == sum(result.loose_by_class)
            assert all(u.n == sum(n for _, n in u.keys) or u.loose <= u.n for u in report.uses)
            assert sum(line.n for line in report.lines) == result.total


def test_comparison_names_where_two_declarations_differ():
    made = board(MIXED, {"RH3": 1})
    one, two = [act("m01", 1, made)], [act("m07", 2, made)]
    found = compare(made, DEMO_MOVES, one, two, "zh")
    assert (found.one, found.two, found.difference) == (3 + 7, 6 + 6, 2)
    assert found.headline == "第一种 10 点，第二种 12 点，第二种多 2 点"
    assert found.lines == ("叩门直拳只在第一种里：3 点", "蓄力崩拳只在第二种里：6 点", "单独伤害：7 点对 6 点")
    assert compare(made, DEMO_MOVES, one, one, "en").headline == "the two declarations are the same"


# -- matching as a graph ----------------------------------------------------------------------------


def test_symbols_have_names_cancelled_ones_first():
    made = board({"LH2": "F3"}, {"LH2": 1})
    assert symbol_names(made.classes) == [["LH2#2", "LH2#3"], ["LH2#1"]]


def test_matching_of_a_placement_is_as_large_as_can_be():
    made = board(MIXED)
    graph = matching_graph(matching_data(made, DEMO_MOVES, [("m13", Placement(2))], "zh"))
    assert graph.graph["title"] == "上下交征：符号与要求的匹配"
    needs = [n for n, side in graph.nodes(data="bipartite") if side == 1]
    assert len(needs) == 3 and len(chosen_edges(graph)) == 3 and all(graph.nodes[n]["met"] for n in needs)
    graph = matching_graph(matching_data(made, DEMO_MOVES, [("m05", Placement(3))], "zh"))
    assert len(chosen_edges(graph)) == 1
    assert [graph.nodes[n]["met"] for n, side in graph.nodes(data="bipartite") if side == 1] == [True, False, False]


def test_matching_of_activations_takes_the_key_marks_declared():
    made = board(MIXED, {"RH3": 1})
    declared = [act("m01", 1, made), act("m07", 2, made), act("m05", 2, made)]
    graph = matching_graph(matching_data(made, DEMO_MOVES, declared, "en"))
    edges = chosen_edges(graph)
    assert sorted(s for s, _ in edges) == ["LH1#1", "LL2#1", "LL2#2", "LL3#1", "RH3#2", "RH3#3"]
    assert len({n for _, n in edges}) == 6 and all(graph.nodes[s]["bipartite"] == 0 for s, _ in edges)
    assert {graph.nodes[n]["move"] for _, n in edges} == {"m01", "m05", "m07"}


def test_matching_agrees_with_the_matcher():
    draw = Random(3)
    for _ in range(30):
        made: Board = random_state(draw).board_of("A", QUANJIAO.defaults.choices)
        for move in DEMO_MOVES.values():
            for fit in fits(move, made):
                data = matching_data(made, DEMO_MOVES, [(move.id, fit.placement)], "zh")
                enough = all(need["met"] for need in data["needs"])
                assert enough is (not fit.short)
                for activation in fit.activations[:3]:
                    data = matching_data(made, DEMO_MOVES, [activation], "zh")
                    assert all(need["met"] for need in data["needs"])
                    assert sum(chosen for *_, chosen in data["edges"]) == sum(activation.keys)


def test_explaining_loads_no_networkx():
    assert "networkx" not in loaded_by(
        "import rulekit.games.quanjiao.explain, rulekit.games.quanjiao.pairing, rulekit.games.quanjiao.view,"
        "rulekit.analysis.matching_graph"
    )
