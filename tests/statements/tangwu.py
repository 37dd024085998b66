"""唐五: the statements of its lesson in order; each check is given the names that the lesson has defined."""

from __future__ import annotations

from typing import Any

from rulekit import example, load_game
from rulekit.games.tangwu import limits
from rulekit.games.tangwu.skills import BY_DIGIT, DISPELLABLE, SKILLS
from rulekit.games.tangwu.twentyfour import make_24
from rulekit.ui.example import Example
from tests.statements.said import Said, aside

BOOK = load_game("tangwu").rulebook
EFFECTS = ("荆棘", "无敌", "盈能", "双倍圣水", "呼吸回血", "强化", "鄙视", "淬毒")
DEADLY = {"无敌": True, "荆棘": True, "假人": [3], "hp": 99}  # whatever could save somebody
LATE = (("灼烧", 2), ("毒", 1), ("七步3", 3))


def act(a: dict[str, Any], b: dict[str, Any] | None = None, *actions: str, **more: Any) -> Example:
    """A acts; both have enough to pay with unless said otherwise."""
    full = {"hp": 20, "cost": 11, "digit": 1}
    return example({"step": "act", "A": {**full, **a}, "B": {**full, **(b or {})}, **more}, *actions)


def cast(skill: str, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **more: Any) -> Example:
    """A casts a skill."""
    name = skill.split()[0]
    return act({"digit": SKILLS[name].digit, **(a or {})}, b, skill, **more)


def lost(shown: Example, who: str = "B") -> int:
    """HP that somebody has lost since the set-up."""
    return int(shown.start.state.player(who).hp - shown.end.player(who).hp)


def kinds(shown: Example) -> list[str]:
    return [step.kind for step in shown.trace if step.happened]


def ended(b: dict[str, Any], a: dict[str, Any] | None = None) -> Example:
    """B, whose turn it is, passes: what ends a turn comes about."""
    return example({"turn": "B", "step": "act", "A": {"hp": 20, **(a or {})}, "B": {"hp": 20, **b}}, "pass")


def clause(id: str) -> str:
    return BOOK.clause(id).text["zh"]


def in_order(shown: Example, *wanted: str) -> bool:
    """Whether steps of these kinds come in this order."""
    rest = iter(kinds(shown))
    return all(kind in rest for kind in wanted)


def stronger(name: str) -> bool:
    """Whether 强化 makes a skill heal more."""
    return bool(cast(name, {"hp": 5, "强化": True}).end.A.hp > cast(name, {"hp": 5}).end.A.hp)


def carried() -> bool:
    """Whether hands and statuses are kept when a dummy takes over."""
    shown = cast("拳", None, {"hp": 2, "cost": 7, "digit": 4, "双倍圣水": 2, "假人": [3]})
    return (shown.end.B.hp, shown.end.B.digit, shown.end.B.elixir) == (3, 4, 2) and shown.end.B.cost == 7 + 1 + 2


def purified(late: str) -> tuple[str, ...]:
    """What is left of delayed damage after 净化."""
    shown = example({"step": "act", "A": {"digit": 0, "延迟": [late]}}, "净化")
    return tuple(shown.end.A.delayed)


def end_of_turn() -> list[str]:
    """What happens at the end of a turn in which everything is due."""
    shown = ended({"hp": 50, "延迟": ["毒", "灼烧", "七步3"], "赌命": 3}, {"嘲讽": 0})
    wanted = {"delayed.tick": "late", "taunt.closed": "taunt", "bet.counted": "bet"}
    return [wanted[step.kind] for step in shown.trace if step.kind in wanted]


def breathing(layers: int, fortified: bool) -> int:
    """How much 呼吸回血 heals in a turn."""
    shown = example({"step": "start", "A": {"hp": 5, "呼吸回血": layers, "强化": fortified}}, "start")
    return int(shown.end.A.hp) - 5


def combo(chain: list[str], **b: Any) -> bool:
    """Whether 98K right after these digit skills wins at once."""
    return cast("98K", None, {"hp": 99, **b}, chain=chain, digit_cast=True).result == "A"


def bet_turns(**more: Any) -> list[str]:
    """Who has won after each own turn of a bettor who only passes."""
    shown = cast("赌命！", {"hp": 50, **more}, {"hp": 50}).play("add cost", "pass")
    results = [shown.result]
    while len(results) < 6:
        shown = shown.play("add cost", "pass", "add cost", "pass")
        results.append(shown.result)
    return results


def locked(*actions: str) -> bool:
    """Whether A, who has cast 24 times in a row, may not cast after these actions."""
    shown = act({"streak": 24, "digit": 3}, {"cost": 9, "digit": 1}, *actions)
    return not any(a.verb == "cast" and a.who == "A" for a in shown.position.legal_actions())


STATEMENTS: tuple[Said, ...] = (
    Said("一人两只手，左手是钱，右手是招。", lambda n: "左手是费用手" in clause("TW-1.2") and "右手是技能手" in clause("TW-1.5")),
    Said("把对手打到 0 血就赢。", lambda n: cast("拳", None, {"hp": 2}).result == "A"),
    aside("这份课从第一拳讲到最后的残局，**每个结果都由引擎当场算出**，没有一个是手抄的。"),
    aside("**怎么用**：先在菜单选“运行 → 运行所有单元格”。每道题先自己猜，再点选项或填数；第一次猜错会给提示，可以再猜（只剩一个选项时就不用猜了）；再错或点“看答案”，就告诉你哪一步、哪一条规则决定了结果。卡住就点“提示”，共三级，最后一级是答案。题目的代码收起来了，点单元格左侧的横条可以展开，改掉数字再按 Shift+Enter 就是你自己的题。"),
    # 1
    Said("轮到 A。A 的右手示 1，左手示 1：右手说明能放“数字 1”那组的招，也说明价钱是 1。",
         lambda n: {a.args[0] for a in act({"cost": 1}).position.legal_actions() if a.verb == "cast"}
         == {s.name for s in BY_DIGIT[1]} and n.fist.end.A.cost == 1 - 1),
    Said("A 放 **拳**：2 点伤害。", lambda n: lost(cast("拳")) == 2),
    Said("打完看 A 的左手。价钱就是右手的数字，**一手两用**：出大招要凑到大数字，也要攒够钱。",
         lambda n: act({"cost": 8, "digit": 9}).refusal("极盗") and cast("极盗", {"cost": 9}).end.A.cost == 4),
    # 2
    Said("左手叫**费用手**，示 0 到 11；右手叫**技能手**，示 0 到 9。十二个手势就是下面这些，10 和 11 只有费用手会用到。",
         lambda n: (limits.COST_MAX, limits.DIGIT_MAX) == (11, 9) and repr(n.gesture_card()).count("TW-2.G") == 12),
    Said("两只手还有第三个用处：**借给对手加**。轮到你时，先要挑对手的一只手，把它的数字加到你的技能手上，只留个位。不加不行（第11章有两个例外）。",
         lambda n: (n.wrap.end.A.digit, n.wrap.end.B) == ((8 + 5) % 10, n.wrap.start.state.B)
         and {str(a) for a in example({"step": "add"}).position.legal_actions()} == {"A add cost", "A add digit"}
         and n.mist.end.step == "act" and n.frozen.end.turn == "A"),
    Said("费用手示 10 或 11 时，相加只看个位。", lambda n: (n.ten.end.A.digit, n.eleven.end.A.digit) == (5, 6)),
    # 3
    Said("开局双方左手 2、右手 1。先手抽签决定。",
         lambda n: [(p.cost, p.digit) for p in (n.opening.start.state.A, n.opening.start.state.B)] == [(2, 1)] * 2
         and example({"step": "setup"}).position.decider not in ("A", "B")),
    Said("开打之前，两人各暗选一招禁掉，同时亮出来；禁了的招谁也不能用。",
         lambda n: example({"step": "setup"}, "first A", "ban 98K").end.banned == ()
         and n.opening.end.banned == ("98K", "尤里")
         and all(example({"turn": who, "step": "act", "banned": ["拳"], who: {"cost": 5, "digit": 1}}).refusal("拳") for who in "AB")),
    Said("双方可以撞上同一招，那就只禁这一招。", lambda n: n.same.end.banned == ("98K",)),
    Said("禁掉的招会怎样？问引擎它为什么不能放，答案带着条目编号：", lambda n: "TW-3.1.4" in n.banned.refusal("98K")),
    # 4
    Said("一个回合四步：**加 1 费 → 相加 → 行动 → 结束**。行动是放一个招，或者空过。",
         lambda n: in_order(n.first.play("add cost", "pass"), "income", "addition", "turn.end", "turn.start")),
    Said("开局第一回合，A 已经拿到那 1 费，手里是 3。", lambda n: example({"step": "setup"}, "first A", "ban 拳", "ban 拳").end.A.cost == 3),
    Said("有五个招带**再次行动**：一、三、四、八、赌命！。放完立刻再相加一次、再行动一次，但不再发 1 费。",
         lambda n: [s.name for s in SKILLS.values() if s.react] == ["一", "三", "四", "八", "赌命！"]
         and n.again.end.A.cost == 3 - 3 + 2 and n.again.end.step == "act" and cast("一").end.step == "add"),
    Said("放不出招也没关系，空过就是。只是回合就此结束。", lambda n: n.poor.play("pass").end.turn == "B"),
    # 5
    Said("费用永远在 0 到 11 之间，多的作废，少的到 0 为止。一个招里先付钱，再一项一项加减，**每一项都单独封顶**。",
         lambda n: (n.rich.end.A.cost, n.thief.end.B.cost) == (11 - 1 + 1, 0 + 1)
         and cast("投资", {"cost": 11}).end.A.cost == 11 and cast("投资", {"cost": 5}).end.A.cost == (0 + 3) * 2),
    # 6
    Said("全表在这里，按数字分十组，随时回来查。**不用现在背**，后面一组一组会用到。", lambda n: len(BY_DIGIT) == 10),
    Said("★ 是会被“强化”加成的回血；“攻击”和“数字”两个标记后面各有大用。",
         lambda n: all(stronger(s.name) == s.star for s in SKILLS.values() if s.name not in ("24点", "强化", "呼吸回血"))),
    # 7
    Said("每一段伤害都过同样的五关，次序永远不变：", lambda n: in_order(cast("拳", {"盈能": 4}, {"hp": 2, "荆棘": True, "假人": [3]}),
         "charge.taken", "damage", "damage.taken", "thorns.reflected", "dummy.revived")),
    Said("1. 打的人加伤：攻击带上**盈能**的充能，**赌命**再 +3", lambda n: lost(cast("拳", {"盈能": 4, "赌命": 5})) == 2 + 4 + 3),
    Said("2. 挨的人有**无敌**？挡掉，+2 血，到此为止",
         lambda n: lost(cast("拳", None, {"无敌": True, "荆棘": True, "假人": [1]})) == -2
         and kinds(cast("拳", None, {"无敌": True, "荆棘": True})).count("thorns.reflected") == 0),
    Said("3. 扣血；挨的人有**荆棘**？反弹一半，向上取整", lambda n: lost(cast("寒风", None, {"荆棘": True}), "A") == 2),
    Said("4. 血 ≤0 而有**假人**？换命", lambda n: cast("拳", None, {"hp": 2, "假人": [3]}).end.B.hp == 3),
    Said("5. 招里写的其余效果都做完，再看输赢", lambda n: (n.saved.result, n.saved.end.A.hp) == ("A", 3 - 5 + 3)),
    Said("第一关不是人人有份：迟来的伤害（灼烧、毒、七步）和荆棘的反弹，盈能、赌命都不加；嘲讽只加赌命的 3。",
         lambda n: all(lost(ended({"延迟": [late]}, {"盈能": 4, "赌命": 5})) == amount for late, amount in LATE)
         and lost(cast("寒风", None, {"荆棘": True, "盈能": 4, "赌命": 5}), "A") == 2
         and lost(ended({}, {"嘲讽": 0, "盈能": 4, "赌命": 5})) == 4 + 3),
    aside("记住这个次序，桌上大半的争执就没了。先看第一关："),
    Said("第三关，荆棘。反弹的也是一段伤害，照样过关，只是第一关什么也不加。",
         lambda n: cast("寒风", {"无敌": True}, {"荆棘": True}).end.A.hp == 22 and n.stung.end.A.hp == 19),
    # 8
    Said("B 同时有无敌和荆棘，A 打寒风。先猜荆棘会不会反弹，再想想是第几关拦下来的。",
         lambda n: (n.both.start.state.B.invincible, n.both.start.state.B.thorns) == (1, 1)
         and n.both.trace.marks[0].action.args == ("寒风",)),
    Said("寒风还写着让对手 −1$。伤害没打中，这一条呢？", lambda n: "对手 −1$" in SKILLS["寒风"].says("zh", n.both.position.rulings)),
    Said("假人是备用的一条命。它在场时，挨打的仍是本体；本体倒下，才换到假人身上，血量变成假人的血量，别的都带过去。",
         lambda n: cast("拳", None, {"hp": 9, "假人": [3]}).end.B.hp == 7 and carried()),
    Said("多出来的伤害不会追到假人身上。荆棘和假人凑在一起呢？", lambda n: n.life.end.B.hp == 3),
    Said("对付假人有专门的招：**识破**先清光还没用上的假人，再打 1。",
         lambda n: cast("识破", None, {"假人": [1, 5], "假人唐化": True}).end.B.dummies == () and lost(cast("识破")) == 1),
    # 9
    Said("有三样伤害先挂在身上，等**挨的人自己的回合结束**才算：灼烧（小烈焰）、毒（淬毒）、七步。",
         lambda n: lost(cast("小烈焰")) == 3 and lost(n.blaze) == 3 + 2 and lost(cast("拳", {"淬毒": True})) == 2
         and lost(n.venom) == 2 + 1 and lost(cast("七步")) == 0),
    Said("小烈焰当场 3，命中后挂一条 2 的灼烧。", lambda n: cast("小烈焰").end.B.delayed == ("灼烧",) and limits.BURN_DAMAGE == 2),
    Said("**净化**能清掉自己身上的灼烧和毒，还 +1 血。", lambda n: (n.clean.end.B.delayed, n.clean.end.B.hp) == ((), 11)),
    Said("**七步**在中招的人每个自己的回合结束时扣 3，净化一次降成 2，两次才解除。无敌能挡下一跳，但挡不掉七步本身。",
         lambda n: lost(ended({"延迟": ["七步3"]})) == 3 and purified("七步3") == ("七步2",) and purified("七步2") == ()
         and ended({"延迟": ["七步3"], "无敌": True}).end.B.delayed == ("七步3",)),
    Said("好几样一起到期时，次序是：灼烧和毒按挂上的先后 → 七步 → 对手的嘲讽 → 赌命倒计时。", lambda n: end_of_turn() == ["late"] * 3 + ["taunt", "bet"] and n.queue.end.B.hp == 7),
    # 10
    Said("**盈能**给你 3 点充能（已经更多就不动）。此后每放一个不是攻击的招（盈能自己不算）再 +1，最多 6。",
         lambda n: [cast("盈能", {"盈能": had} if had else {}).end.A.charge for had in (0, 2, 5)] == [3, 3, 5]
         and cast("笑", {"盈能": 3}).end.A.charge == 4 and cast("笑", {"盈能": 6}).end.A.charge == 6),
    Said("下一个攻击把充能一次用光，全部变成加伤，**被挡了也算用掉**。",
         lambda n: lost(cast("拳", {"盈能": 4})) == 6 and n.wasted.end.A.charge == 0),
    Said("**淬毒**一直有效：你的攻击每命中一次，就给对手挂一层毒。**强化**也一直有效：★ 回血多加 2，呼吸回血每层每回合多 1。",
         lambda n: cast("拳", {"淬毒": True}).end.B.delayed == ("毒",) and cast("拳", {"淬毒": True}).end.A.venom == 1
         and cast("桃", {"强化": True}).end.A.hp - cast("桃").end.A.hp == 2 and cast("桃", {"强化": True}).end.A.fortify == 1
         and breathing(2, True) - breathing(2, False) == 2),
    # 11
    Said("五个招管的是对手的下一步：嘲讽、冰！、幻雾、尤里、鄙视。",
         lambda n: all(cast(name).end != cast("笑").end for name in ("嘲讽", "冰！", "幻雾", "尤里", "鄙视"))),
    Said("**嘲讽**：看对手下个回合打你多少。不到 4，那回合结束时就打他 4 减去这个数。",
         lambda n: lost(n.taunt) == 4 - 2 and lost(ended({}, {"嘲讽": 4})) == 0 and lost(ended({}, {"嘲讽": 0})) == 4),
    Said("**冰！**让对手两个回合不能相加也不能行动，只拿基本的 1 费。",
         lambda n: cast("冰！").end.B.frozen in (1, 2) and limits.FREEZE_TURNS == 2 and n.frozen.end.B.cost == 4 + 1),
    Said("**幻雾**让对手下个回合少了开头的相加（再次行动时照样加）。",
         lambda n: n.mist.end.step == "act" and n.mist.play("四").end.step == "add"),
    Said("**尤里**更狠：对手的下一回合由你来打。钱还是他付，打的还是你。",
         lambda n: n.yuri.trace.marks[-1].action.who == "B" and cast("尤里").position.decider == "A"
         and n.yuri.end.B.cost == 4 + 1 - 1 and lost(n.yuri, "A") == 2),
    Said("那尤里有什么用？让他白花钱、空过、去撞你的荆棘。残局里会用到。", lambda n: "尤里" in n.p7.line[0].args),
    Said("**鄙视**是永久的：对手回合开始时，你的技能手比他大，你 +1 费，他 −1 费。",
         lambda n: (n.disdain.end.A.cost, n.disdain.end.A.disdain) == (4, 1)
         and example({"turn": "B", "step": "start", "A": {"digit": 7, "鄙视": True}, "B": {"cost": 5, "digit": 3}}, "start").end.B.cost == 5 - 1 + 1
         and example({"turn": "B", "step": "start", "A": {"digit": 3, "鄙视": True}, "B": {"cost": 5, "digit": 3}}, "start").end.B.cost == 5 + 1),
    # 12
    Said("放 **24点** 时，看付钱之前的四只手（费用手只看个位）：四个数字各用一次，加减乘除和括号随便用，能得 24 就 +5 血（★）。算不出就是空放。",
         lambda n: n.before.end.A.hp == 10 + 5 and SKILLS["24点"].star and not make_24((1, 1, 1, 1))
         and act({"hp": 10, "cost": 11, "digit": 4}, {"cost": 5, "digit": 6}, "24点").end.A.hp == (15 if make_24((1, 4, 5, 6)) else 10)
         and act({"hp": 10, "cost": 11, "digit": 4}, {"cost": 11, "digit": 1}, "24点").end.A.hp == (15 if make_24((1, 4, 1, 1)) else 10)),
    Said("分数和负数都算数，所以有些看起来没戏的牌也行。换几组数试试：",
         lambda n: make_24((3, 3, 8, 8)) and not make_24((3, 3, 8, 8), integers_only=True) and "2-5" in make_24((2, 3, 5, 7))),
    # 13
    Said("一、三、四、八是**数字招**。它们自己不伤人，却能让你在一个回合里走很远。两件大事靠它们：",
         lambda n: [s.name for s in SKILLS.values() if s.digit_skill] == ["一", "三", "四", "八"]
         and all(lost(cast(name)) == 0 and cast(name).end.step == "add" for name in "一三四八")),
    Said("同一回合里，**连着**放过至少三次数字招、至少两种，接下来的 98K 就不是 9 伤，而是直接判负：无敌、荆棘、假人都不管用。",
         lambda n: combo(["一", "一", "三"], **DEADLY) and not combo(["一", "一", "一"]) and not combo(["一", "三"])
         and lost(cast("98K")) == 9
         and cast("三", None, None, chain=["一", "三"], digit_cast=True).play("add cost", "pass").end.chain == ()),
    Said("**公平正义**从对手身上拿走一层正面效果：荆棘、无敌、盈能、双倍圣水、呼吸回血、强化、鄙视、淬毒。别的（假人、赌命、等着结算的嘲讽……）它拿不动。",
         lambda n: DISPELLABLE == EFFECTS
         and cast("公平正义", None, {"假人": [3], "赌命": 5, "嘲讽": 0}).end.B.dummies == (3,)
         and cast("公平正义", None, {"赌命": 5}).end.B.bet == cast("笑", None, {"赌命": 5}).end.B.bet),
    Said("要是你刚放完数字招、在接着的那次相加里到了 7，就能拿走**两层**。", lambda n: (n.one.end.B.elixir, n.two.end.B.elixir) == (3 - 1, 3 - 2)),
    # 14
    Said("押上性命：+4 费、+6 血、再次行动。",
         lambda n: (lambda s: (s.end.A.cost, s.end.A.hp, s.end.step))(cast("赌命！")) == (11 - 8 + 4, 26, "add")),
    Said("此后你的攻击每段 +3，嘲讽也 +3（灼烧、毒、七步和荆棘的反弹不加）；每放完一个攻击 +1 费；自己的回合里一次打出 9 点或更多，还能再动一次（整局一次）。",
         lambda n: lost(cast("拳", {"赌命": 5})) == 5 and lost(ended({}, {"嘲讽": 0, "赌命": 5})) == 7 and n.stung.end.A.hp == 19
         and cast("拳", {"赌命": 5}).end.A.cost - cast("拳").end.A.cost == 1
         and cast("98K", {"赌命": 5}, {"hp": 40}).end.step == "add" and cast("拳", {"赌命": 5, "盈能": 3}).end.turn == "B"
         and cast("拳", {"赌命": 5, "盈能": 4}, {"hp": 40}).end.step == "add"
         and cast("98K", {"赌命": 5, "赌命额外行动已用": True}, {"hp": 40}).end.turn == "B"),
    Said("代价：从放的这个回合算起，**六个自己的回合**里没分出胜负，你就输。假人、无敌都救不了。整局只能赌一次。",
         lambda n: bet_turns(无敌=True, 假人=[5]) == ["none"] * 5 + ["B"] and act({"digit": 8, "赌命": 5, "赌命已用": True}).refusal("赌命！")),
    Said("代价算得很死：数的是自己的回合，放的那个回合就是第一个。", lambda n: bet_turns()[4:] == ["none", "B"]),
    # 15
    Said("一方 ≤0 血（又没有假人），另一方赢。两边**同时** ≤0 是平局。“同时”的意思是：同一个招的效果全做完之后再看。回合结束时的伤害则是一段一段地看。",
         lambda n: cast("拳", None, {"hp": 1}).result == "A" and cast("拳", None, {"hp": 1, "假人": [1]}).result == "none"
         and n.draw.result == "draw" and n.saved.result == "A"
         and ended({"hp": 2, "延迟": ["灼烧", "七步3"]}, {"hp": 1}).result == "A"
         and kinds(ended({"hp": 2, "延迟": ["灼烧", "七步3"]})).count("damage.taken") == 1),
    Said("没人出招、也没人受伤，连着 24 个回合，就和棋。",
         lambda n: n.quiet.result == "draw" and act({"digit": 9, "cost": 0}, None, "pass", idle=22).result == "none"),
    # 16
    Said("一个人连着放 24 个招，对手一招没放，就锁住：只能空过，直到对手放出一个招。空过、相加、换回合都解不了锁。",
         lambda n: act({"streak": 24}).refusal("拳") and not act({"streak": 23}).refusal("拳")
         and n.locked.end.A.streak == 24
         and locked() and locked("pass", "add cost", "pass", "add cost")
         and not locked("pass", "add digit", "小小偷", "add digit")),
    # 17
    Said("规则书有不少地方没写明，或者前后不一。rulekit 把每一处列成一条**裁定**，给出几种读法和一个默认。你们桌上怎么判，就怎么选，什么也不用改。",
         lambda n: len(BOOK.rulings) == 56 and all(len(r.options) > 1 and r.default for r in BOOK.rulings.values())),
    Said("例：元毒九泉被无敌挡下，写给**自己**的 +3 血、+2$ 还有没有？",
         lambda n: (lambda s: (s.end.A.hp - 20, s.end.A.cost))(cast("元毒九泉", {"cost": 9})) == (3, 2)),
    aside("把两种读法摆在一起："),
    aside("要按另一种读法玩，只说一句："),
    aside("一共有多少条裁定？最常吵起来的几条："),
    # 18
    Said("七道。前六道都在这一回合里做到，最后一道要用到对手的下一个回合。",
         lambda n: [any(a.who == "B" for a in p.line) for p in (n.p1, n.p2, n.p3, n.p4, n.p5, n.p6, n.p7)] == [False] * 6 + [True]),
    aside("点按钮走，走错了就撤销；引擎会当场判断。答案不是写死的，是引擎搜出来的最短解，你的走法不同也算数。"),
)  # fmt: skip
