"""拳脚招式: the statements of its lesson in order; each check is given the names that the lesson has defined."""

from __future__ import annotations

from typing import Any

from rulekit import example, load_game
from rulekit.games.quanjiao.board import face_symbols
from rulekit.games.quanjiao.moves import DEMO_MOVES
from rulekit.ui.example import Example
from tests.statements.said import Said, aside

BOOK = load_game("quanjiao").rulebook
DECK = ["F1"] * 4 + ["F2"] * 3 + ["F3"] + ["L1"] * 4 + ["L2"] * 2 + ["L3"]
STEPS = ("laid", "revealed", "clash.cell", "declared", "life.lost", "cards.used", "round.next")


def placing(hand: str, *laid: str) -> Example:
    """A places cards, B has done so."""
    given = {"step": "place", "A": {"hand": hand.split()}, "B": {"committed": True}}
    return example(given, *laid, game="quanjiao")


def regions(move: str, kind: str) -> list[Any]:
    return [r for r in DEMO_MOVES[move].regions if r.acts_as == kind]


def needs(state: str) -> bool:
    """Whether a move asks for symbols of a state."""
    return any(need.state == state for m in DEMO_MOVES.values() for r in m.regions for need in r.need)


def dealt(n: Any, board: str, moves: str, *declared: str, gone: str = "") -> int:
    """What declarations on a board deal."""
    return int(n.total(n.opened(board, moves, *declared, gone=gone)))


STATEMENTS: tuple[Said, ...] = (
    Said("两个人，各有一块藏在布帘后面的**行动盘**。双方偷偷把拳牌、腿牌摆上去，同时揭开：撞在同一格的同类符号互相抵消，剩下的要么凑成**招式**，要么每个打 1 点。",
         lambda n: {"?"} == set(n.seen.A.laid) and n.valid(n.clash, "A", "LH2") == 0 and dealt(n, "F1@LH3", "m01", "declare m01@3") == 3
         and dealt(n, "F1@LH3 F2@RH1", "m01") == 3),
    Said("生命先到 0 的输。", lambda n: n.curtained("F1@LH1", B={"life": 1}).result == "A"),
    aside("这份课从第一拳讲到最后的残局，**每个结果都由引擎当场算出**，没有一个是手抄的。"),
    aside("**怎么用**：先在菜单选“运行 → 运行所有单元格”。每道题先自己猜，再点选项或填数；第一次猜错会给提示，可以再猜（只剩一个选项时就不用猜了）；猜对、再错或点“看答案”，就画出结果，并说明是哪一步、哪一条规则决定的。卡住就点“提示”，共三级，最后一级是答案。题目的代码收起来了，点单元格左侧的横条可以展开；改掉牌或位置再按 Shift+Enter，就是你自己的题。"),
    # 1
    Said("盘上有四行：左手、右手、左腿、右腿；从左到右五列，叫第1动到第5动。",
         lambda n: n.first.start.state.width(n.first.position.rulings.choices) == 5
         and all(word in repr(n.board_card(n.curtained("F1@LH1 F1@RH2 L1@LL5 L1@RL5").start)) for word in ("左手第1动", "右手第2动", "左腿第5动", "右腿第5动"))),
    Said("A 在左手第1动摆了 1 个拳，B 什么也没摆。", lambda n: (n.first.start.state.A.laid, n.first.start.state.B.laid) == (("F1@LH1",), ())),
    Said("谁也没有招式可用。这时剩下的符号各打 1 点。",
         lambda n: (n.first.start.state.A.moves, n.first.start.state.B.moves, n.first.end.B.life) == ((), (), 25 - 1)),
    Said("就这么简单：**摆牌 → 揭开 → 抵消 → 招式 → 伤害 → 收牌**，然后下一回合。后面每一章讲其中一步。", lambda n: whole_round(n)),
    # 2
    Said("拳脚牌一张有 1 到 3 个同类符号。", lambda n: all(sorted(face_symbols(f)) in ([0, 1], [0, 2], [0, 3]) for f in DECK)),
    Said("**拳牌只放两只手，腿牌只放两条腿**；一格最多一张。",
         lambda n: [limb for limb in ("LH", "RH", "LL", "RL") if placing("F1").legal(f"lay F1 {limb}1")] == ["LH", "RH"]
         and [limb for limb in ("LH", "RH", "LL", "RL") if placing("L1").legal(f"lay L1 {limb}1")] == ["LL", "RL"]
         and placing("F1 F1", "lay F1 LH1").refusal("lay F1 LH1")),
    Said("引擎拒绝时会说是哪一条：", lambda n: "QJ-4.2.10" in n.hand.refusal("lay L1 RH1")),
    Said("同一列（同一动）有四格。想四肢齐出？", lambda n: n.column.refusal("lay L3 RL2")),
    aside("一整**行**呢？"),
    # 3
    Said("每人 15 张牌，比试前互相亮过，再扣着洗匀。每回合抽到手里共 5 张。（原来的 15 张是什么，规则没说；这里用 rulekit 自拟的一套。）",
         lambda n: len(n.DECK) == 15 and n.DECK == DECK and len(n.dealt.end.A.hand) == 5 and BOOK.ruling("QJ-R5").default == "demo_deck"),
    Said("看完手牌就往自己的盘上摆，布帘拉着，对手看不见。摆几张都行，不摆也行。",
         lambda n: placing("F1 F1 F1").legal("commit") and placing("F1 F1 F1", "lay F1 LH1", "lay F1 LH2", "lay F1 LH3").legal("commit")),
    Said("没合上布帘之前，摆了的牌还能收回来。合上以后呢？", lambda n: n.laid.legal("A: take LH1")),
    # 4
    Said("双方都合上布帘，就同时揭开。", lambda n: opens_when_both()),
    Said("**同一动、同一肢体**、双方都有牌的格子才抵消：左手对左手，右腿对右腿，一个换一个。",
         lambda n: [n.valid(n.curtained("F2@LH1 L1@RL1", other, "m12"), "A", "LH1") for other in ("F1@LH1", "F1@RH1", "F1@LH2")] == [1, 2, 2]
         and n.valid(n.curtained("L1@RL1", "L1@RL1", "m12"), "A", "RL1") == 0),
    aside("看下面两块盘，一格一格猜。"),
    Said("被抵消的符号**不离场**：上面压一枚标记，牌还在原格。没压标记的叫**有效**符号，压了的叫**已抵消**符号。两种以后都有用处。",
         lambda n: ("LH2", "F2") in n.clash.end.A.board and ("LH2", 2) in n.clash.end.A.cancelled_fists and needs("cancelled") and needs("valid")),
    # 5
    Said("招式牌上画着一张小盘。印有符号的是**关键格**：每一格都凑够有效符号，招式才能发动。这里的招式也是 rulekit 自拟的。",
         lambda n: n.opened("F1@LH1 F1@RH1", "m02").legal("declare m02@1") and n.opened("F1@LH1", "m02").refusal("declare m02@1")),
    Said("**发动时每个关键格恰好拿走要求的个数**，作“关键标记”。多出来的不算在招里。", lambda n: n.jab.end.A.declared == ("m01@3 LH3x1",) and n.total(n.jab) == 3 + 1),
    # 6
    Said("牌上写的“首动”不是第1动。整张布局可以**左右平移**，从任意一动开始，只要样子对得上。",
         lambda n: "首动" in dict(DEMO_MOVES["m03"].text)["zh"]
         and all(n.opened(f"F1@LH{s} F1@RH{s + 1} F1@LH{s + 2}", "m03").legal(f"declare m03@{s}") for s in (1, 2, 3))),
    Said("有几处都适合，能每处发动一次吗？", lambda n: n.slide.legal("declare m03@1") and n.slide.legal("declare m03@3")),
    aside("平移能做到哪一步？下面三块盘，各有一个地方要看仔细。"),
    # 7
    Said("**黑格**要空：那里有一个有效符号，招就发不出来。没有牌可以，牌上的符号全被抵消也可以。",
         lambda n: n.opened("F1@LH2 F2@RH2", "m04").refusal("declare m04@2") and n.opened("F2@RH2", "m04").legal("declare m04@2")
         and n.opened("F1@LH2 F2@RH2", "m04", gone="LH2x1").legal("declare m04@2")
         and n.opened("F2@LH2 F2@RH2", "m04", gone="LH2x1").refusal("declare m04@2")),
    Said("还是这块盘，但 B 在左手第2动也摆了 1 个拳：",
         lambda n: dict(n.bridge.start.state.A.board) == dict(reversed(card.split("@")) for card in n.helped.start.state.A.laid)
         and n.helped.start.state.B.laid == ("F1@LH2",)),
    Said("对手的抵消反倒帮了 A。所以揭开之前，谁也说不准一个招到底成不成。",
         lambda n: n.bridge.refusal("declare m04@2") and n.helped.legal("declare m04@2")),
    Said("静极断踢的黑格是一整列：前一动四肢都得静。",
         lambda n: [set(r.cells) for r in regions("m12", "black")] == [{"LH+0", "RH+0", "LL+0", "RL+0"}]
         and all(n.opened(f"L2@RL2 {card}", "m12").refusal("declare m12@1") for card in ("F1@LH1", "F1@RH1", "L1@LL1", "L1@RL1"))),
    # 8
    Said("普通关键格一格算一格的。**长格**盖住几格，里面的符号**合起来数**，怎么分布都行。",
         lambda n: n.surplus.refusal("declare m02@2") and all(n.opened(board, "m05").legal("declare m05@2")
         for board in ("L3@LL2", "L1@LL2 L2@LL3", "L2@LL2 L1@LL3", "L3@LL3"))),
    Said("长格里符号有多余时，拿哪几个作关键标记由你定。这会影响别的招，残局三再看。",
         lambda n: n.choice.value("A.declarations") == 3 and n.p3.check("declare m05@2 LL2x2 LL3x1", "declare m06@3", "done").right
         and n.p3.session.position.play(n.p3.session.game.parse("A", "declare m05@2 LL2x1 LL3x2")).why_illegal(n.p3.session.game.parse("A", "declare m06@3"))),
    # 9
    Said("**灰格**不是条件，是加成：招式数一数落在灰格上的符号，越多越狠（有的有上限）；一个没有也能发动。",
         lambda n: [n.opened(f"{grey} F2@RH2", "m07", "declare m07@1").value("A.damage")["m07"] for grey in ("", "F1@RH1", "F2@RH1", "F3@RH1")] == [4, 6, 8, 10]
         and any(term.max for m in ("m16", "m14") for term in DEMO_MOVES[m].damage if term.term == "per")),
    Said("有的招不是“每个加几”，而是**查表**。披风乱舞的长灰格：0 个腿 3 点，1 个 5 点，2 个或更多 8 点。",
         lambda n: [n.opened(f"F1@LH2 F1@RH2 {legs}", "m14", "declare m14@2").value("A.damage")["m14"]
                    for legs in ("", "L1@LL2", "L2@LL3", "L3@LL2")] == [3, 5, 8, 8]),
    # 10
    Said("已抵消的符号平时不能作关键标记。但有的招**专门要**它，有的两样都收。",
         lambda n: n.opened("F1@LH1", "m01", gone="LH1x1").refusal("declare m01@1") and needs("cancelled") and needs("any")),
    Said("虚实互换要右手一格 2 个拳，有效、已抵消都行；本招里**每个有效拳另加 3 点**。选谁作关键标记，差别就来了。",
         lambda n: [n.opened("F2@RH2", "m15", "declare m15@2", gone=f"RH2x{k}" if k else "").value("A.damage")["m15"] for k in (0, 1, 2)] == [7, 4, 1]),
    # 11
    Said("有效符号最后只有两种归宿：**包含**在某个招里，不再另算；或者**单独**，各打 1 点。", lambda n: n.total(n.jab) == 3 + 1 and n.total(n.rivers) == 6 + 1),
    Said("关键标记一定是包含的，灰格里的不是（除非别的招包含它）。",
         lambda n: n.jab.value("A.loose") == 1 and n.burst.value("A.loose") == 2
         and n.opened("F2@RH2 F2@RH1", "m07 m04", "declare m07@1", "declare m04@1").value("A.loose") == 0),
    Said("还有一种包含的：牌上写“每有一个……”，符合描述的符号**全部自动**算进这一招。",
         lambda n: n.rivers.value("A.loose") == 1 and n.rivers.value("A.damage")["m09"] == 6),
    Said("起手问路写明**只能在第壹动**，而且“其余”两个字表示不数自己的关键标记。",
         lambda n: (DEMO_MOVES["m11"].fixed_start, "其余" in dict(DEMO_MOVES["m11"].text)["zh"]) == (1, True)
         and n.opened("F1@LH1 L1@RL1", "m11", "declare m11@1").value("A.damage")["m11"] == 4),
    Said("金钟回响数的是**已抵消**的符号，此项至多 6 点：", lambda n: n.bell.value("A.damage")["m10"] == 2 + 6),
    # 12
    Said("一回合可以发动几个招。但**一个符号只能当一次关键标记**。限制的是符号，不是牌，也不是格。",
         lambda n: "QJ-4.4.32" in n.one.refusal("declare m01@1") and len(n.two.end.A.declared) == 2),
    Said("互斥的**只有**关键标记：符号当过关键标记之后，仍然留在盘上。那么别的招怎么看它？", lambda n: n.valid(n.guard, "A", "LH2") == 1),
    Said("所以：当过关键标记的符号，黑格、灰格、“每有”都照样看得见它。",
         lambda n: n.guard.refusal("declare m04@2") and n.share.value("A.damage")["m09"] == 4
         and n.opened("F2@RH2 F2@RH1", "m07 m04", "declare m04@1", "declare m07@1").value("A.damage")["m07"] == 4 + 2 * 2),
    # 13
    Said("发动就是**声明**：说出哪一招、从第几动起、关键标记取自哪里，由对手核对。能发动也可以不发动。",
         lambda n: n.many.end.A.declared == () and n.many.legal("done") and n.there.end.A.declared[2] == "m05@3 LL3x2 LL4x1"),
    Said("这块盘一共有多少种合法声明？连“什么也不发动”也算一种。", lambda n: n.opened("F1@RH1", "m01").value("A.declarations") == 1),
    # 14
    Said("四次差一点。先看盘，再说每一次差在哪里。",
         lambda n: all(n.why.refusal(text) for text in ("declare m04@1", "declare m04@4", "declare m05@5", "declare m02@1"))),
    Said("同样的问题，随时可以问引擎：", lambda n: n.why.refusal("declare m04@1")),
    # 15
    Said("A 持有叩门直拳（3）、双峰并起（5）、穿花连环（7）。盘上四个拳。",
         lambda n: n.greedy.end.A.moves == ("m01", "m02", "m03") and n.greedy.value("A.loose") == 4
         and [DEMO_MOVES[m].damage[0].value for m in n.greedy.end.A.moves] == [3, 5, 7]),
    aside("反过来，能发动就发动，总不会错吧？"),
    Said("两个腿换 2 点，等于没发动：发动得多不一定打得多。", lambda n: n.total(n.idle) == 2 == dealt(n, "L1@LL2 L1@RL2", "m10")),
    # 16
    Said("**总伤害 = 招式外的有效符号 + 各招伤害。** 双方同时扣。",
         lambda n: n.total(n.settled) == n.settled.value("A.loose") + sum(n.settled.value("A.damage").values()) and n.ko.result == "draw"),
    Said("没有防御：我剩多少牌都不会减少你的伤害，能挡的只有抵消。",
         lambda n: n.curtained("F2@LH1", "F3@RH1").end.B.life == 25 - 2 and n.curtained("F2@LH1", "F3@LH1").end.B.life == 25),
    # 17
    Said("打完收牌：摆上盘的牌进**已用堆**，抵消标记全部拿掉。没摆的牌留在手里，下回合**补到 5 张**。",
         lambda n: n.kept.end.A.board == () and n.kept.end.A.cancelled_fists == () and sorted(n.kept.end.A.used) == ["F1", "F1", "L1"]
         and {"F3", "L2"} <= set(n.kept.end.A.hand) and len(n.kept.end.A.hand) == 5),
    Said("牌库空了，又**要再抽一张**的时候，把已用堆洗成新牌库。手上的牌不参与。",
         lambda n: (len(n.wash.end.A.deck), n.wash.end.A.used, len(n.wash.end.A.hand)) == (15 - 5, (), 5) and not emptied_early()),
    Said("A 持有叩门直拳、旋风扫堂、独臂沉桥，B 持有双峰并起、静极断踢、百川归拳。第一回合两边这样摆：",
         lambda n: [[DEMO_MOVES[m].title("zh") for m in p.moves] for p in (n.duel.end.A, n.duel.end.B)]
         == [["叩门直拳", "旋风扫堂", "独臂沉桥"], ["双峰并起", "静极断踢", "百川归拳"]]),
    Said("第二回合，各补 4 张，再摆。这次 B 有大动作：", lambda n: [len(p.hand) for p in (n.round1.end.A, n.round1.end.B)] == [1, 1] and n.lay2.end.round == 2),
    Said("第三回合只剩一口气，谁也没凑出招：",
         lambda n: (n.round2.end.A.life, n.round2.end.B.life) == (2, 3) and not any(a.verb == "declare" for a in n.lay3.position.legal_actions())),
    # 18
    Said("真正的招式表不在规则里，所以招式是**数据**：写几行就能用。`LH+0` 是起始动的左手，`LL+1` 是后一动的左腿。",
         lambda n: n.own.legal("declare mine@2") and n.opened("F1@LH2", "m01").refusal("declare m05@2")),
    aside("写错了，引擎会说是第几行、为什么："),
    # 19
    Said("规则有不少地方没写明。rulekit 把每一处列成一条**裁定**，给出几种读法和一个默认。你们桌上怎么判，就怎么选。",
         lambda n: len(BOOK.rulings) == 40 and all(r.default and (len(r.options) > 1 or r.idle) for r in BOOK.rulings.values())),
    Said("例：关键格里多出来的有效符号，算不算在招里？", lambda n: "关键格里超出要求的有效符号" in BOOK.ruling("QJ-R8").question["zh"]),
    aside("把两种读法摆在一起："),
    Said("再一例：黑格上的符号已经作了别招的关键标记，还挡不挡？", lambda n: "黑格" in BOOK.ruling("QJ-R10").question["zh"]),
    Said("左右能不能互换、布局能不能伸出盘外，也都是裁定：",
         lambda n: "左右" in BOOK.ruling("QJ-R12").question["zh"] and "盘外" in BOOK.ruling("QJ-R11").question["zh"]),
    aside("要按另一种读法玩，只说一句 `under(裁定, 选项)`；在实验室里点一下开关就行。"),
    aside("一共多少条？最容易吵起来的几条："),
    # 20
    Said("六道。点按钮走，走错了就撤销；引擎会当场判断。答案不是写死的，是引擎搜出来的最短解，你的走法不同也算数。",
         lambda n: hasattr(n, "p6") and not hasattr(n, "p7")),
    Said("用到的招式都在这里（剪刀合踢是新的）：",
         lambda n: {m for p in (n.p1, n.p2, n.p3, n.p4, n.p5, n.p6) for who in "AB" for m in p.session.start.state.player(who).moves}
         <= {"m01", "m02", "m03", "m04", "m05", "m06", "m08", "m12"} and DEMO_MOVES["m06"].title("zh") == "剪刀合踢"),
    Said("前三道是**声明**：盘已经揭开，找出够狠的一种。", lambda n: {p.session.start.state.step for p in (n.p1, n.p2, n.p3)} == {"declare"}),
    Said("后三道是**摆牌**。真打的时候看不见对手的盘；这里假设你猜中了对手怎么摆。",
         lambda n: {p.session.start.state.step for p in (n.p4, n.p5, n.p6)} == {"place"}),
)  # fmt: skip


def whole_round(n: Any) -> bool:
    """Whether the steps of a round come in the order that is told."""
    kinds = iter([step.kind for step in n.round1.trace if step.happened])
    return all(wanted in kinds for wanted in STEPS)


def opens_when_both() -> bool:
    """Whether the curtains open as soon as both are shut, and no sooner."""
    start = example({"step": "place", "A": {"hand": ["F1"]}, "B": {"hand": ["F1"]}}, game="quanjiao")
    one = start.play("A: lay F1 LH1", "A: commit")
    return one.end.step == "place" and one.play("B: commit").end.A.laid == ()


def emptied_early() -> bool:
    """Whether a pile that is just emptied is shuffled before another card is due."""
    given = {"step": "draw", "A": {"deck": ["F1"] * 5, "used": ["L1"]}, "B": {"deck": ["F1"] * 5}}
    return bool(example(given, "draw A F1 F1 F1 F1 F1", game="quanjiao").end.A.deck)
