"""生灵对决: the statements of its lesson in order; each check is given the names that the lesson has defined."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rulekit import load_game
from rulekit.games.shengling import limits
from rulekit.games.shengling.cards import demo_cards
from rulekit.ui.example import Example
from tests.statements.said import Said, aside
from tests.support.lessons import LESSONS, lesson

BOOK = load_game("shengling").rulebook
CARDS = {card.title("zh"): card for card in demo_cards()}
CREATURES = {name: card for name, card in CARDS.items() if card.type == "creature"}


def kinds(shown: Example) -> list[str]:
    return [step.kind for step in shown.trace if step.happened]


def hp(shown: Example) -> tuple[int, int]:
    return shown.end.A.hp, shown.end.B.hp


def keywords(name: str) -> set[str]:
    return {str(word) for word in CARDS[name].keywords}


def turns(n: Any, *names: str) -> list[list[str]]:
    """The actions that each of some examples adds to the one before it."""
    shown = [getattr(n, name)._session.actions for name in names]
    return [[" ".join((a.verb, *map(str, a.args))) for a in now[len(before) :]] for before, now in pairwise(shown)]


def own_text(name: str) -> str:
    """What a card says in Chinese."""
    return " ".join(dict(effect.text)["zh"] for effect in CARDS[name].effects)


def chapter(number: int) -> str:
    """All that a chapter of the lesson shows and says."""
    path = next(path for path in LESSONS if path.parent.name == "shengling")
    return "\n".join(cell.source + cell.seen for cell in lesson(path).cells if cell.chapter == number)


def in_order(shown: Example, *wanted: str) -> bool:
    """Whether steps of these kinds come in this order."""
    rest = iter(kinds(shown))
    return all(kind in rest for kind in wanted)


def six_steps(n: Any) -> bool:
    """Whether a turn has the six steps, and in each what the table says."""
    opens = (
        in_order(n.turned, "untap", "step.draw")
        and not any(n.turned.end.A.spent)
        and kinds(n.turned).count("draw") == 2
    )
    first = n.main(n.side("晨露药师", "稻草哨兵 献身", fuel=1, hp=10))
    free = all(first.legal(a) for a in ("sacrifice 献身", "play 献身", "activate A1"))
    fought = first.play("sacrifice 献身", "enter_battle")
    last = fought.play("attack A1", "end_battle")
    return (
        opens
        and free
        and last.legal("play 稻草哨兵")
        and bool(last.refusal("attack A1"))
        and n.at(n.dusk, "B1") is None
    )


def order_of_a_block(n: Any) -> bool:
    """Whether one block with everything in it goes as the chapter says."""
    shown = n.battle(n.side("溅浪巨鳄"), n.side("毒雾领主 盾藤守卫"), "attack A1", "block B1 B2")
    after = n.battle(n.side("变相石像/+3"), n.side("盾藤守卫"), "attack A1", "block B1")
    return in_order(shown, "block", "mark", "compare", "destroy.compared", "damage.splash", "after_block") and in_order(
        after, "after_block", "after_attack"
    )


STATEMENTS: tuple[Said, ...] = (
    Said("两个人，各有 20 点生命和一副牌。", lambda n: hp(n.opened) == (20, 20) and len(n.DECK_A) == len(n.DECK_B) == 40),
    Said("每回合把一张手牌**献祭**成燃料，用燃料叫出**生灵**，生灵去打对手的脸；对手可以拿自己的生灵挡，挡的时候只比攻击力，小的一方没了。",
         lambda n: n.paid.end.A.fuel[-1] == "天穹古龙" and hp(n.face) == (20, 15) and hp(n.shielded) == (20, 20) and n.at(n.shielded, "B1") is None),
    Said("生命先到 0 的输。", lambda n: n.battle(n.side("同心双卫"), n.side(hp=5), "attack A1").result == "A"),
    aside("这份课从第一下讲到最后的残局，**每个结果都由引擎当场算出**，没有一个是手抄的。"),
    aside("**怎么用**：先在菜单选“运行 → 运行所有单元格”。每道题先自己猜，再点选项或填数；第一次猜错会给提示，可以再猜（只剩一个选项时就不用猜了）；猜对、再错或点“看答案”，就画出推演，并说明是哪一步、哪一条规则决定的。卡住就点“提示”，共三级，最后一级是答案。题目的代码收起来了，点单元格左侧的横条可以展开；换一张卡、改一个数再按 Shift+Enter，就是你自己的题。"),
    # 1
    Said("A 的战斗阶段。A 场上有一只同心双卫，攻击力 5；B 场上空空。",
         lambda n: (n.face.start.state.step, n.at(n.battle(n.side("同心双卫")), "A1").card, CARDS["同心双卫"].power) == ("battle", "同心双卫", 5)
         and n.face.start.state.B.creatures() == []),
    Said("生灵只能打一个目标：对手本人。这叫**打脸**，伤害等于它的攻击力。", lambda n: n.standing.refusal("attack A1 B1") and hp(n.face)[1] == 20 - 5),
    Said("现在 B 也有一只生灵，虽然只是攻击力 1 的稻草哨兵。它竖着（没横置），所以 A 一打，就先问 B 要不要**挡**。挡了就比大小：5 比 1，稻草哨兵没了。",
         lambda n: n.asked.position.decision.kind == "block" and CARDS["稻草哨兵"].power == 1 and "攻击方 5 对 阻挡方 1" in repr(n.shielded) and n.shielded.end.B.grave == ("稻草哨兵",)),
    Said("整盘就是这样转的：**攒燃料 → 出生灵 → 打脸 → 对手决定挡不挡**。后面每一章讲其中一块。",
         lambda n: [word.split()[0] for word in turns(n, "burned", "turn3")[0]][:4] == ["play", "enter_battle", "attack", "answer"]),
    # 2
    Said("牌只有两类。**生灵**出来以后站在战场上；**策略**当场生效，不占地方。",
         lambda n: {card.type for card in CARDS.values()} == {"creature", "strategy"} and n.used.end.A.creatures() == []),
    Said("左上角圆圈里是费用，生灵还印着攻击力和关键词（奇袭、团结、溅射，只有这三个）。",
         lambda n: set().union(*map(keywords, CREATURES)) == {"haste", "unity", "splash"} and "只有奇袭、团结、溅射三个" in BOOK.clause("SL-7.13").text["zh"]),
    Said("每人五个区域：**战场**（5 格）、**费用区**（10 张燃料）、**手牌**、**牌库**、**墓地**。", lambda n: (limits.SLOTS, limits.COST_ZONE) == (5, 10)),
    Said("原来的卡表没有随规则留下来，下面 26 张是 rulekit 自拟的（名字在规则里出现过的有三张）。不用背，随时回来查。",
         lambda n: len(CARDS) == 26 and len([name for name in CARDS if any(name in c.text["zh"] for c in BOOK.clauses.values())]) == 3),
    aside("什么看得见、什么看不见？"),
    # 3
    Said("每人自备一副 40 到 60 张的卡组，洗匀，定好先后手，起手各抽 5 张，**后手多抽 1 张**。这里两边都用 rulekit 的 40 张示例卡组，A 先手。",
         lambda n: "40 至 60 张" in BOOK.clause("SL-2.1").text["zh"] and len(n.demo_deck()) == 40 and n.SETUP["first"] == "A"
         and [s.params.get("n") for s in n.dealt.trace if s.kind == "opening"] == [5, 6]),
    Said("卡组还有一条限制，管的是同一张卡能带几张。", lambda n: "SL-2.2" in n.crowded.refusal("table: begin")),
    Said("引擎拒绝时会说是哪一条：", lambda n: "SL-2.2" in n.crowded.refusal("table: begin")),
    # 4
    Said("| | | 做什么 |\n|---|---|---|\n| ① | 恢复 | 自己横置的牌全部竖起来 |\n| ② | 抽牌 | 抽 2 张 |\n| ③ | 主要阶段一 | 献祭、出牌、发动效果，次序随意 |\n| ④ | 战斗阶段 | 一只一只地打脸 |\n| ⑤ | 主要阶段二 | 还能献祭、出牌、发动效果，不能再打 |\n| ⑥ | 结束阶段 | 有死亡标记的生灵倒下，手牌弃到 20 张 |",
         lambda n: six_steps(n)),
    Said("①②⑥自动走完（除非要选弃哪几张），你要做的是③④⑤。年轮古木的效果是“自己的回合开始：攻击力 +1”，猜猜它排在哪里。",
         lambda n: n.turned.end.step == "main1" and n.lighter.position.decision.kind == "hand_limit" and n.power(n.turned, "A1") == CARDS["年轮古木"].power + 1),
    # 5
    Said("费用从哪里来？一张手牌进了费用区，就叫**献祭**。进去的牌从此只是燃料，再也拿不回来。献祭不付费，牌上的效果也不发动。",
         lambda n: n.paid.end.A.spent == () and kinds(n.paid).count("effect") == 0 and "永不回到手牌" in BOOK.clause("SL-4.3").text["zh"]),
    Said("每个自己的回合**必须献祭至少 1 张**（义务），**至多也只能 1 张**（额度）。", lambda n: n.poor.refusal("enter_battle") and n.paid.refusal("sacrifice 稻草哨兵")),
    Said("第二行是想再献一张时得到的回答。要多献，得靠**献身**这样的效果：本回合额度 +1。", lambda n: "SL-5.8" in n.paid.refusal("sacrifice 稻草哨兵") and n.devoted.end.A.quota == 1 + 1),
    # 6
    Said("两种时候义务自动算完成：**手里一张也没有**，或者**费用区已经有 10 张**。", lambda n: n.bare.legal("enter_battle") and n.full.legal("enter_battle")),
    Said("义务在**两个关口**各看一次：进战斗，结束回合。看的是那一刻的局面。疾风雏隼的效果是“攻击后：可以抽 1 张”。",
         lambda n: n.swift.end.step == "battle" and n.lapsed.refusal("end_turn") and "可以抽 1 张" in own_text("疾风雏隼")),
    Said("费用区满 10 张以后再献祭，就是**顶替**：先挑 1 张旧燃料送墓地，新牌坐它的位子。（不满 10 张时不能顶替，只能添。）",
         lambda n: (n.swapped.end.A.fuel[1], len(n.swapped.end.A.fuel), n.swapped.end.A.grave) == ("山脊霸主", 10, ("稻草哨兵",)) and n.poor.refusal("sacrifice 稻草哨兵 f1")),
    # 7
    Said("用一张费用 N 的牌，就把 N 张竖置的燃料横过来。横哪几张由程序定，从最早放进去的开始。", lambda n: n.busy.end.A.spent == (1, 2, 3, 4)),
    Said("生灵进最左边的空格，**竖着**登场，然后马上处理它的“入场时”。战鼓獾：选自己场上 1 只生灵，攻击力 +2。",
         lambda n: n.at(n.arrival, "A2").card == "战鼓獾" and not n.at(n.arrival, "A2").tapped and n.arrival.position.pending is not None
         and n.power(n.arrival.play("choose A1"), "A1") == 2 + 2),
    Said("这个 +2 会一直留着，没有“到回合结束”这回事。", lambda n: n.power(n.arrival.play("choose A1", "enter_battle", "end_battle", "end_turn"), "A1") == 4),
    Said("刚登场的生灵有两件事要记：", lambda n: n.plain.refusal("attack A1") and n.guarded.legal("A: block A1")),
    Said("战场只有 5 格，站满了就出不了新的；要挑对象的策略卡，找不到对象也用不了。A 的 5 格全是稻草哨兵，B 只有一只横置的生灵，溯流归巢却要挑竖置的：",
         lambda n: "SL-4.2" in n.crowd.refusal("play 抱团田鼠") and "SL-7.24" in n.crowd.refusal("play 溯流归巢") and "竖置" in own_text("溯流归巢")),
    # 8
    Said("战斗阶段，一只一只地宣言。宣言的同时攻击者**立刻横置**，每只每回合一次。",
         lambda n: n.at(n.asked, "A1").tapped and "SL-8.5" in n.bull.refusal("attack A1") and n.asked.refusal("attack A1")),
    Said("打脸伤害 = 当前攻击力 + **伤害加成**。烈角公牛的加成是 1。", lambda n: hp(n.bull)[1] == 20 - 6 - 1 and "+1" in own_text("烈角公牛")),
    Said("B 场上只要有**一只**竖置的生灵，打脸之前就一定先问挡不挡。不挡呢？", lambda n: n.wyrm_window.position.decision.kind == "block"),
    # 9
    Said("横置的生灵不能打也不能挡，要到**自己的**下一个回合开始才竖起来。",
         lambda n: n.battle(n.side("同心双卫/横")).refusal("attack A1") and hp(n.three)[1] == 0 and n.at(n.counter, "A1").tapped and not n.at(n.turned, "A1").tapped),
    Said("打出去的生灵，对手的回合里帮不上忙。挡呢？挡完也要横置。",
         lambda n: hp(n.hit)[0] == 20 - 8 and n.at(n.battle(n.side("抱团田鼠"), n.side("同心双卫"), "attack A1", "block B1"), "B1").tapped),
    Said("挡过的轮到自己的回合就恢复了，不耽误打。这就是每回合的取舍：**打，还是留着当盾。**", lambda n: n.parry.legal("attack B1")),
    # 10
    Said("阻挡窗口里二选一：用一只或几只**竖置**的生灵挡，或者放弃。", lambda n: n.wall.legal("block B1") and n.wall.legal("block B1 B3") and n.wall.legal("decline")),
    Said("一只去挡，谁都行。**几只一起挡**，就得有带**团结**的，而且不带团结的那种不能超过一只。",
         lambda n: all(n.wall.legal(f"block B{k}") for k in (1, 2, 3, 4)) and all(
             n.wall.legal("block " + " ".join(f"B{k}" for k in some)) == (sum(k <= 2 for k in some) <= 1 and any(k > 2 for k in some))
             for some in ((1, 2), (1, 3), (3, 4), (1, 2, 3), (1, 3, 4), (1, 2, 3, 4)))),
    Said("A 的山脊霸主（8）打过来，B 有四只：战鼓獾 3、晨露药师 2、抱团田鼠 2、盾藤守卫 2。只有后两只带团结。",
         lambda n: [(c.card, n.power(n.wall, f"B{k}"), "unity" in keywords(c.card)) for k, c in n.wall.current.state.B.creatures()]
         == [("战鼓獾", 3, False), ("晨露药师", 2, False), ("抱团田鼠", 2, True), ("盾藤守卫", 2, True)] and n.power(n.wall, "A1") == 8),
    Said("不合法的组合当场就拒绝，说清楚差在哪一只；窗口还开着，另选就是：", lambda n: "B1" in n.wall.refusal("block B1 B2") and n.wall.legal("block B1 B3")),
    Said("挡过的生灵，下一次攻击还能再来吗？", lambda n: "attack A2" in turns(n, "once", "again")[0]),
    # 11
    Said("挡住以后只做一次比较：攻击者的攻击力，对参战阻挡者的**总和**。小的一方破坏；一样大，全部破坏；活下来的**一点不减**。",
         lambda n: [kinds(m).count("compare") for m in n.met.values()] == [1, 1, 1] and [n.fate(n.met[k]) for k in (7, 8, 9)] == ["blockers", "all", "attacker"]
         and n.power(n.met[7], "A1") == 8 and n.power(n.met[9], "B1") == 5),
    Said("山脊霸主 8，打三种阻挡。", lambda n: CARDS["山脊霸主"].power == 8 and sorted(n.met) == [7, 8, 9]),
    Said("比的永远是**当前攻击力**，加成、减攻都算进去；伤害加成不算。", lambda n: n.fate(n.mixed) == "all"),
    # 12
    Said("挡住了就一滴血不掉？**溅射**是例外：被挡下而攻击力更高时，防守的玩家仍要损失**差值**。没被挡就是平常的打脸，不加倍。溅浪巨鳄，8 攻，带溅射。",
         lambda n: (hp(n.shielded)[1], hp(n.splashed)[1], hp(n.straw.play("decline"))[1]) == (20, 20 - (8 - 7), 20 - 8)
         and (CARDS["溅浪巨鳄"].power, keywords("溅浪巨鳄")) == (8, {"splash"})),
    # 13
    Said("有的生灵写着**阻挡后**：比完大小再处理，哪怕它刚刚被撞碎。盾藤守卫（2）和泥沼绊手（3）都写着“阻挡后：攻击者攻击力 −2”。",
         lambda n: kinds(n.worn).index("compare") < kinds(n.worn).index("after_block") and n.at(n.worn, "B1") is None and n.power(n.worn, "A1") == 8 - 2 - 2
         and [CARDS[c].power for c in ("盾藤守卫", "泥沼绊手")] == [2, 3] and all("攻击者攻击力 −2" in own_text(c) for c in ("盾藤守卫", "泥沼绊手"))),
    Said("阻挡的次序固定：阻挡者横置 → 打死亡标记（第16章）→ 比大小，破坏 → 溅射 → 阻挡后 → 攻击后。", lambda n: order_of_a_block(n)),
    Said("所以要是攻击者比输了、已经离场，“攻击者 −2”就落空。还在场上而攻击力减到 0 的，当场破坏。",
         lambda n: kinds(n.battle(n.side("抱团田鼠"), n.side("泥沼绊手"), "attack A1", "block B1")).count("power.down") == 0 and n.at(n.tragic, "A1") is None),
    # 14
    Said("**攻击后**的效果属于攻击者，等这次攻击全部结算完才轮到，而且它**必须还在场上**。",
         lambda n: kinds(n.idol).index("after_block") < kinds(n.idol).index("after_attack") and "after_attack" not in kinds(n.bird)),
    Said("孤注狂徒：4 攻，奇袭，“攻击后：自己攻击力 −2”。第一次打脸 4 点照扣，打完才减成 2。",
         lambda n: (CARDS["孤注狂徒"].power, keywords("孤注狂徒")) == (4, {"haste"}) and "自己攻击力 −2" in own_text("孤注狂徒")
         and (hp(n.mad)[1], n.power(n.mad, "A1")) == (16, 2)),
    Said("变相石像：入场时自己 +3（3 变 6），攻击后恢复成卡面的 3。",
         lambda n: n.power(n.main(n.side("", "变相石像", fuel=4), None, "play 变相石像"), "A1") == 6 and n.power(n.battle(n.side("变相石像/+3"), None, "attack A1"), "A1") == 3),
    # 15
    Said("**卡面 + 加成 − 减攻**，就是当前攻击力。比卡面高显示绿色，低显示红色。",
         lambda n: (lambda s: [s.value(f"A.{name}") for name in ("power1", "shade1", "power2", "shade2", "power3")])(n.battle(n.side("战鼓獾/+2 同心双卫/-3 山脊霸主/+1/-4")))
         == [5, "green", 2, "red", 5]),
    Said("加成和减攻都**一直**留着：除了写着“攻击后恢复”的卡自己，没有什么能消掉它们。",
         lambda n: n.power(n.later, "B3") == 3 and n.power(n.idol, "A1") == 3
         and [name for name in CARDS if "攻击后恢复" in own_text(name)] == ["变相石像"]),
    Said("神威-降格让对手场上的生灵统统 −2。", lambda n: kinds(n.lowered).count("power.down") == 3),
    Said("别的生灵要让减攻消失，只有一个办法：**离场**（这一条也有别的读法，见第19章的清单）。",
         lambda n: n.cast_again(n.nest) == 5 and len(BOOK.ruling("SL-R14").options) > 1 and '"SL-R14"' in chapter(19)),
    # 16
    Said("带**战破解场**的生灵只要和对方生灵在阻挡里碰上，对方参战的就都打上**死亡标记**：照常站着，到**本回合的结束阶段**破坏。",
         lambda n: n.at(n.bane, "B1").marked and n.at(n.bane.play("end_battle"), "B1") is not None and n.at(n.dusk, "B1") is None
         and all(c.marked for _, c in n.battle(n.side("毒雾领主"), n.side("抱团田鼠 盾藤守卫 同心双卫"), "attack A1", "block B1 B2 B3").end.B.creatures())),
    Said("深渊阴影-荼毒者，2 攻，带战破解场。", lambda n: CARDS["深渊阴影-荼毒者"].power == 2 and "战破解场" in own_text("深渊阴影-荼毒者")),
    Said("一只小的换掉一只大的，就是这么换的。反过来，防守的一方也能用：", lambda n: n.at(n.mist, "A1") is None),
    Said("带着标记的生灵，倒下之前**一切照常**：攻击力不变，占着格子，效果也能用。", lambda n: n.at(n.doomed, "A1").marked and n.power(n.doomed, "A1") == 5 and hp(n.doomed)[0] == 17),
    # 17
    Said("效果一发动就当场做完，**没有响应**，对手插不进手。要选的时候弹出选择窗口，选完之前谁也不能做别的。",
         lambda n: "SL-7.17" in n.tome.refusal("A: attack A2") and "没有响应" in BOOK.clause("SL-7.2").text["zh"].replace("也没有响应", "没有响应")),
    Said("写着“**可以**”的，做不做由你；没写的，条件满足就**必须**做。", lambda n: n.tome.legal("yes") and n.tome.legal("no") and n.forced.position.pending is None and n.at(n.forced, "A1") is None),
    Said("不带时点的叫**主动效果**（关键词和一直生效的不算）：自己的主要阶段里想用就用。", lambda n: n.doomed.end.step == "main2" and "关键词与常驻效果不算" in BOOK.clause("SL-7.8").text["zh"]),
    Said("磨石祭司没写一回合一次，但每次要把自己的 1 张燃料送进墓地。", lambda n: "一回合" not in own_text("磨石祭司") and len(n.ground.end.A.fuel) == 4 - 2),
    # 18
    Said("牌库空了不算输，只是每一张**该抽而抽不到**的牌扣 1 点生命，叫**疲劳**。每回合抽 2 张，所以空了以后每回合 −2。",
         lambda n: hp(n.dry(0).play("end_turn"))[0] == 20 - 2 and n.dry(0).play("end_turn").result == "none" and hp(n.one)[0] == 19),
    Said("效果叫你抽的也一样；检索（从牌库挑一张）不是抽牌，不疲劳。",
         lambda n: n.drained.result == "B" and hp(n.main(n.side("", "寻策问卷", fuel=1, hp=1), n.side(), "play 寻策问卷"))[0] == 1),
    Said("双方**同时**归零是平局。只有同时影响两个人的效果做得到，比如共饮枯泉：双方各抽 2 张。", lambda n: n.drunk.result == "draw" and "双方各抽 2 张" in own_text("共饮枯泉")),
    Said("手牌平时没有上限，只在自己回合结束时弃到 20 张。", lambda n: len(n.heavy.end.A.hand) == 22 and n.heavy.position.pending is None and n.lighter.position.decision.kind == "hand_limit"),
    # 19
    Said("规则有不少地方没写明，甚至自己打架。rulekit 把每一处列成一条**裁定**，给出几种读法和一个默认。你们桌上怎么判，就怎么选。",
         lambda n: len(BOOK.rulings) == 45 and all(len(r.options) > 1 and r.default for r in BOOK.rulings.values())),
    Said("同一本规则，一处说“不带团结的最多一只”，另一处的算例却让一只团结带着**两只**不带团结的一起挡。默认听规则的：",
         lambda n: "矛盾" in BOOK.ruling("SL-R6").question["zh"] and n.odd.refusal("block B1 B2 B3") and n.loose.legal("block B1 B2 B3")),
    Said("第13章：先比大小，再减攻。要是**先减攻再比**呢？", lambda n: "compare" in chapter(13) and n.fate(n.rescued) == "blockers"),
    Said("溅浪巨鳄（8）撞上盾藤守卫（2）。默认：差 6，先扣血，再 −2。换一种：先 −2，再按减过的算。",
         lambda n: (hp(n.croc_warden)[1], hp(n.softer)[1]) == (20 - 6, 20 - (8 - 2 - 2)) and kinds(n.croc_warden).index("damage.splash") < kinds(n.croc_warden).index("after_block")),
    Said("第6章：空手进战斗，抽了一张，结束回合前还得献祭。另一种读法：成立过一次，这回合就不再查。",
         lambda n: n.lapsed.refusal("end_turn") and n.latched.legal("end_turn") and "雏隼" in chapter(6)),
    Said("A 剩 2 点、B 剩 1 点，牌库都空了，A 用共饮枯泉。双方同步抽第 1 张：B 归零，A 赢，第 2 张不抽了。要是**等整个行动结算完**再看？",
         lambda n: hp(n.brink) == (2 - 1, 0) and n.brink.result == "A" and hp(n.patient) == (0, 0)),
    aside("要按另一种读法玩，只说一句 `under(裁定, 选项)`；在实验室里点一下开关就行。一共多少条？最容易吵起来的几条："),
    # 20
    Said("卡是**数据**：写几行就能用。`timing` 是时点，`ops` 是依次做的事，`cost` 是用这个效果的代价。", lambda n: n.lamp.title("zh") == "守夜灯灵" and "timing: after_block" in n.LAMP),
    Said("放进局面里马上能打，`own_cards` 里写上它就行：", lambda n: n.at(n.lit_window, "B1").card == "守夜灯灵"),
    Said("写错了，引擎会说是第几行、为什么。这张想免费无限次回血：", lambda n: "永动泉眼" in chapter(20) and ":8:5: 主动效果" in chapter(20)),
    # 21
    Said("两副牌的次序事先排好，从发牌到分出胜负，一共 9 个回合。每一步都照前面学的来。", lambda n: n.over.end.turn == 9 and n.over.result == "A"),
    Said("献祭天穹古龙，出疾风雏隼。它带奇袭，当回合就打脸，攻击后再抽 1 张。",
         lambda n: turns(n, "opened", "turn1")[0][:5] == ["sacrifice 天穹古龙", "play 疾风雏隼", "enter_battle", "attack A1", "answer yes"] and keywords("疾风雏隼") == {"haste"}),
    Said("B 献祭天穹古龙，出抱团田鼠。", lambda n: turns(n, "turn1", "turn2")[0][:2] == ["sacrifice 天穹古龙", "play 抱团田鼠"]),
    Said("A 用**献身**：付 1 费，额度变成 2，把山脊霸主和年轮古木都献了。",
         lambda n: turns(n, "turn2", "burned")[0] == ["play 献身", "sacrifice 山脊霸主", "sacrifice 年轮古木"] and (n.burned.end.A.quota, n.burned.end.A.spent) == (2, (1,))),
    Said("这回合一进一出并不赚，赚的是以后每回合多 1 张燃料。接着出孤注狂徒（4 攻，奇袭），打脸。B 舍不得抱团田鼠，放弃阻挡。",
         lambda n: n.burned.value("A.fuel_ready") == 1 - 1 + 2 and turns(n, "burned", "turn3")[0][:4] == ["play 孤注狂徒", "enter_battle", "attack A2", "answer decline"]),
    Said("B 献祭烈角公牛，出盾藤守卫，让抱团田鼠去打脸；A 的疾风雏隼竖着，但不挡，A 剩 18。",
         lambda n: turns(n, "turn3", "turn4")[0][:5] == ["sacrifice 烈角公牛", "play 盾藤守卫", "enter_battle", "attack B1", "answer decline"] and hp(n.turn4)[0] == 18),
    Said("抱团田鼠这就横着了。A 看准机会：献祭同心双卫，用**溯流归巢**把唯一竖着的盾藤守卫送回 B 的手里，再出第二只孤注狂徒，三只一起打脸。",
         lambda n: n.at(n.turn4, "B1").tapped and not n.at(n.turn4, "B2").tapped
         and [w for w in turns(n, "turn4", "turn5")[0] if "attack" in w or "play" in w or "answer B" in w or "sac" in w]
         == ["sacrifice 同心双卫", "play 溯流归巢", "answer B2", "play 孤注狂徒", "attack A2", "attack A3", "attack A1"]),
    Said("B 缓过来了：再出盾藤守卫，又添一只抱团田鼠；这次谁也不打，全留着当盾。A 的第一只孤注狂徒已经打没了，攒出烈角公牛。B 再添同心双卫。这时的局面：",
         lambda n: turns(n, "turn5", "turn6")[0][1:4] == ["play 盾藤守卫", "play 抱团田鼠", "enter_battle"] and n.turn5.end.A.grave.count("孤注狂徒") == 1
         and "play 烈角公牛" in turns(n, "turn6", "turn7")[0] and "play 同心双卫" in turns(n, "turn7", "turn8")[0]),
    Said("B 的四只全都带团结，怎么搭配都能一起挡，硬打打不穿。A 献祭溅浪巨鳄，用**神威-降格**。",
         lambda n: [("unity" in keywords(c.card)) for _, c in n.turn8.end.B.creatures()] == [True] * 4 and turns(n, "turn8", "humbled")[0] == ["sacrifice 溅浪巨鳄", "play 神威-降格"]),
    Said("A 还有 3 费：第三只孤注狂徒（2），第二只疾风雏隼（1），都带奇袭。现在 A 有五只，打脸依次是：烈角公牛 7、孤注狂徒 4 和 2、疾风雏隼 1 和 1。B 剩 8 点生命，只有同心双卫（3）能挡**一次**。",
         lambda n: n.humbled.value("A.fuel_ready") == 3 and [CARDS[c].cost for c in ("孤注狂徒", "疾风雏隼")] == [2, 1]
         and sorted(n.power(n.ready, f"A{k}") + (c.card == "烈角公牛") for k, c in n.ready.end.A.creatures()) == [1, 1, 2, 4, 7]
         and (hp(n.ready)[1], n.power(n.ready, "B4"), len(n.ready.end.B.creatures())) == (8, 3, 1)),
    # 22
    Said("七道。点按钮走，走错了就撤销；引擎会当场判断。答案不是写死的，是引擎搜出来的最短解，你的走法不同也算数。", lambda n: len(n.puzzles) == 7),
    Said("你是 B。A 的攻击已经宣言，轮到你挡。", lambda n: n.p2.who == "B" and n.p2.session.position.decision.kind == "block"),
    Said("后面几道，**对手会还手**：你宣言攻击，对手挑对他最好的挡法。", lambda n: [p.force is not None for p in n.puzzles] == [False] * 3 + [True] * 4),
    Said("B 只剩 2 点，荼毒者的一下也不敢放过；可他会拿抱团田鼠去挡。",
         lambda n: n.p5.session.start.state.B.hp == 2 == CARDS["深渊阴影-荼毒者"].power and not n.p5.check("sacrifice 稻草哨兵", "enter_battle", "attack A1", "end_battle", "end_turn").right),
    Said("你是 B。A 的溅浪巨鳄正打过来，后面还有烈角公牛等着。", lambda n: n.p7.who == "B" and [c.card for _, c in n.p7.session.start.state.A.creatures()] == ["溅浪巨鳄", "烈角公牛"]),
)  # fmt: skip
