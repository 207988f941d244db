"""The dealer: cards for those who have none at hand, and computer players in any seat."""

import asyncio
import json
import random

import aiohttp
import pytest

from host.players.catalogue import kinds
from host.players.tables import SEATS, TABLES, new_table
from host.replay import replay
from host.sim.dealer import Dealing
from host.sim.dealer_link import Dealer
from host.sim.hub import PROTOCOL, Hub
from shared_rules import record
from shared_rules.refusal import Refusal
from tests.host.sim.harness import Client, Running

ALL = [(game, seats) for game in TABLES for seats in range(SEATS[game][0], SEATS[game][1] + 1)]


def dealing_for(game, seats, seed=1, language="en"):
    return Dealing(game, new_table(game, seats, random.Random(seed)).lines, seed, language)


def text_of(dealing):
    return ("\n".join([f"roost 1 {dealing.game}", *dealing.lines, *dealing.actions()]) + "\n").encode()


# ---- the cards by themselves


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_computers_alone_play_a_whole_game(game, seats):
    dealing = dealing_for(game, seats)
    for seat in range(seats):
        dealing.seat(seat, kinds(game)[-1])
    while (line := dealing.next_line()) is not None:
        assert dealing.next_line() == line  # asking again changes nothing
        dealing.recorded(line)
        assert dealing.state()["astray"] is False
    outcome = replay(text_of(dealing))
    assert outcome.problem is None
    assert outcome.game.over
    assert dealing.state()["over"] is True


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_people_alone_play_a_whole_game(game, seats):
    """Everything hidden is asked of people, one after the other; on the board they do as they like."""
    rng = random.Random(seats)
    dealing = dealing_for(game, seats)
    asked = set()
    while not dealing.table.game.over:
        waiting = [question for seat in range(seats) if (question := dealing.question(seat)) is not None]
        if waiting:
            assert dealing.next_line() is None
            question = rng.choice(waiting)
            hand = dealing.hand(question.seat)
            assert [card["card"] for card in hand["question"]["options"]] == list(question.options)
            assert all(
                card["words"] and "<" not in card["words"] for card in hand["question"]["options"] + hand["cards"] + hand["kept"]
            )
            dealing.choose(question.seat, rng.choice(question.options))
            asked.add(question.asking)
            continue
        line = dealing.next_line()
        if line is None:
            options = dealing.table.deciding().options
            line = dealing.table.game.line(rng.choice(options))
        dealing.recorded(line)
    assert asked >= {"fowl_play": {"target", "card"}, "fancy_feathers": set(), "birds_of_a_feather": {"bird"}}[game]
    assert replay(text_of(dealing)).game.over


@pytest.mark.parametrize("game", TABLES)
def test_the_same_seed_deals_the_same(game):
    one, other, another = dealing_for(game, 3), dealing_for(game, 3), dealing_for(game, 3)
    another = Dealing(game, one.lines, 2)
    hands = [[dealing.hand(seat) for seat in range(3)] for dealing in (one, other, another)]
    assert hands[0] == hands[1]
    if game != "fancy_feathers":  # there nobody has cards yet
        assert hands[0] != hands[2]


def test_computers_commit_before_anything_is_entered():
    dealing = dealing_for("fowl_play", 4)
    dealing.seat(1, "sensible")
    dealing.seat(3, "random")
    assert dealing.next_line() is None
    assert [seat["asks"] for seat in dealing.state()["seats"]] == ["target", None, "target", None]
    for seat in (0, 2):
        dealing.choose(seat, dealing.question(seat).options[0])
    assert dealing.next_line() is None
    laid = [dealing.table.laid(seat) for seat in range(4)]
    assert laid[0] is laid[2] is None
    assert laid[1] is not None
    assert laid[3] is not None
    dealing.choose(0, dealing.question(0).options[0])
    assert dealing.next_line() is None  # one is still thinking: nothing is revealed
    dealing.choose(2, dealing.question(2).options[0])
    assert [dealing.table.laid(1), dealing.table.laid(3)] == [laid[1], laid[3]]
    names = dealing.seats
    for seat in range(4):
        line = dealing.next_line()
        assert line == f"play {names[seat]} {dealing.table.laid(seat)}"
        dealing.recorded(line)


def test_nothing_hidden_is_told_to_all():
    """What every page is told is the same, whatever the hands hold and however people have chosen."""
    states = []
    for pick in (0, -1):
        for seed in (1, 2):
            dealing = Dealing("fowl_play", dealing_for("fowl_play", 3).lines, seed)
            for seat in range(3):
                dealing.choose(seat, dealing.question(seat).options[pick])
            dealing.choose(0, dealing.question(0).options[pick])
            state = dealing.state()
            assert state.pop("seed") == seed
            states.append(json.dumps(state))
    assert len(set(states)) == 1


def test_a_taken_back_card_is_chosen_anew():
    dealing = dealing_for("fowl_play", 2)
    dealing.seat(1, "greedy")
    dealing.choose(0, dealing.question(0).options[0])
    assert dealing.next_line() is None
    dealing.choose(0, dealing.question(0).options[0])
    while (line := dealing.next_line()) is not None and line.startswith("play"):
        dealing.recorded(line)
    computers = dealing.table.game.cards[1]
    hand = dealing.hand(0)
    dealing.recorded("undo")  # the computer's card: it stays as it was laid down
    assert dealing.paused
    assert dealing.next_line() is None
    assert dealing.question(0) is None
    dealing.recorded("undo")
    question = dealing.question(0)
    assert question.asking == "card"
    assert len(question.options) == 3
    assert {card["card"] for card in hand["cards"]} < {*question.options}
    dealing.paused = False
    assert dealing.next_line() is None
    dealing.choose(0, question.options[1])
    assert dealing.next_line() == f"play {dealing.seats[0]} {question.options[1]}"
    dealing.recorded(dealing.next_line())
    assert dealing.next_line() == f"play {dealing.seats[1]} {computers}"


@pytest.mark.parametrize(
    ("game", "seats"), [("fowl_play", 3), ("fancy_feathers", 3), ("birds_of_a_feather", 3), ("birds_of_a_feather", 4)]
)
def test_back_to_the_start_and_again(game, seats):
    """All taken back and played again: the same cards lie in the same order."""
    dealing = dealing_for(game, seats)
    for seat in range(seats):
        dealing.seat(seat, "random")
    for _ in range(30):
        dealing.recorded(dealing.next_line())
    lines = dealing.actions()
    hands = [dealing.hand(seat)["cards"] for seat in range(seats)]
    for _ in lines:
        dealing.recorded("undo")
    assert dealing.actions() == []
    assert dealing.paused
    dealing.paused = False
    for seat in range(seats):
        dealing.seat(seat, None)
    for line in lines:
        for question in dealing.table.questions():
            if question.asking == "give":
                dealing.choose(question.seat, question.options[0])
        if line.startswith("reveal"):
            assert dealing.next_line() == line
        dealing.recorded(line)
        assert dealing.astray == 0
    if game != "fancy_feathers":
        assert [dealing.hand(seat)["cards"] for seat in range(seats)] == hands


def test_a_card_that_was_not_dealt():
    dealing = dealing_for("fowl_play", 2)
    for seat in range(2):
        dealing.choose(seat, dealing.question(seat).options[0])
    name = dealing.seats[0]
    foreign = next(card for card in range(1, 37) if card not in dealing.question(0).options)
    dealing.recorded(f"play {name} {foreign}")
    assert dealing.state()["astray"] is True
    assert dealing.next_line() is None
    assert dealing.hand(0)["question"] is None
    with pytest.raises(ValueError, match="nothing"):
        dealing.choose(0, dealing.table.hand(0)[0])
    dealing.recorded(f"play {dealing.seats[1]} {foreign % 36 + 1}")
    dealing.recorded("undo")
    assert dealing.state()["astray"] is True
    dealing.recorded("undo")
    assert dealing.state()["astray"] is False
    assert dealing.question(0).asking == "card"


def test_a_card_entered_before_it_was_chosen():
    dealing = dealing_for("fowl_play", 2)
    for seat in range(2):
        dealing.choose(seat, dealing.question(seat).options[0])
    card = dealing.question(1).options[2]
    dealing.recorded(f"play {dealing.seats[1]} {card}")
    assert dealing.state()["astray"] is False
    assert card not in dealing.table.hand(1)
    dealing.choose(0, dealing.question(0).options[0])
    assert dealing.next_line().startswith(f"play {dealing.seats[0]}")


def test_what_a_table_agrees_on_ends_in_the_dark():
    dealing = dealing_for("fowl_play", 2)
    dealing.recorded("agreed whatever")
    assert dealing.state()["astray"] is True


def test_seats_change_hands():
    dealing = dealing_for("fancy_feathers", 2)
    assert dealing.next_line().startswith("reveal")
    while (line := dealing.next_line()) is not None:
        dealing.recorded(line)
    assert dealing.state()["seats"][0]["computer"] is None
    for seat in range(2):
        dealing.seat(seat, "sensible")
    assert dealing.next_line().startswith("move")
    for seat in range(2):
        dealing.seat(seat, None)
    assert dealing.next_line() is None
    with pytest.raises(KeyError):
        dealing.seat(0, "genius")


def test_german_cards():
    words = [card["words"] for card in dealing_for("fowl_play", 2, language="de").hand(0)["cards"]]
    assert words != [card["words"] for card in dealing_for("fowl_play", 2).hand(0)["cards"]]


# ---- on the hub, with a device that only keeps a record


class Device:
    """Takes lines and says what it recorded, as the real one does."""

    def __init__(self, game, lines):
        self.lines = [f"roost 1 {game}", *lines]
        self.game = game
        self.heard = []
        self.reader = record.Reader()
        for line in self.lines:
            self.reader.feed(line)
        self.reader.finish()
        self.hub = Hub(self.take, "micropython", lambda: None)
        self.dealer = Dealer(self.hub, 0)
        self.hub.dealer = self.dealer
        self.screens = 0
        self.mode = "game"

    def begin(self):
        self.hub.changed({"state": "running", "starts": 1, "exit": None, "again_in": None})
        self.say({"hello": {"protocol": PROTOCOL, "firmware": "0", "runtime": "x", "board": "x", "languages": ["en"]}})
        self.screen()

    def say(self, message):
        self.hub.heard("out", json.dumps(message))

    def screen(self):
        self.screens += 1
        self.say(
            {
                "screen": {
                    "id": self.screens,
                    "mode": self.mode,
                    "game": self.game if self.mode != "menu" else None,
                    "language": "en",
                }
            }
        )

    def take(self, line):
        message = json.loads(line)
        if "line" in message:
            asyncio.get_running_loop().call_soon(self.enter, message["line"])
        elif message.get("ask") == "record":
            asyncio.get_running_loop().call_soon(self.tell, message["id"])
        return True

    def tell(self, number):
        for at in range(0, len(self.lines), 20):
            self.say({"reply": number, "ok": True, "lines": self.lines[at : at + 20], "more": at + 20 < len(self.lines)})

    def enter(self, line):
        self.heard.append(line)
        try:
            self.reader.feed(line)
        except Refusal as refusal:
            self.say({"refused": {"code": refusal.code, "text": "no", "short": "no"}})
            return
        self.lines.append(line)
        self.say({"recorded": {"line": line, "lines": len(self.lines)}})
        if self.reader.game.over:
            self.mode = "sheet"
        self.screen()


class Page:
    """A tab that keeps what it is told."""

    def __init__(self, device):
        self.device = device
        self.tab = device.hub.join()

    def ask(self, **message):
        self.device.hub.said(self.tab, json.dumps({"dealer": message}))

    def told(self):
        found = []
        while not self.tab._queue.empty():
            message = json.loads(self.tab._queue.get_nowait())
            if "dealer" in message:
                found.append(message["dealer"])
        return found


async def settle(done, seconds=5.0):
    """Lets things happen until `done()`."""
    async with asyncio.timeout(seconds):
        while not done():  # noqa: ASYNC110 - what is waited for are many different things
            await asyncio.sleep(0.001)


def on_hub(game, seats, script, seed=1):
    async def run():
        table = new_table(game, seats, random.Random(seed))
        device = Device(game, [line for line in table.lines if not line.startswith("rules")])
        device.begin()
        await script(device)

    asyncio.run(run())


@pytest.mark.parametrize(("game", "seats"), [("fowl_play", 2), ("fancy_feathers", 3), ("birds_of_a_feather", 3)])
def test_a_whole_game_over_the_hub(game, seats):
    async def script(device):
        page, other = Page(device), Page(device)
        assert page.told()[-1]["state"] == {"on": False, "wanted": False}
        page.ask(do="deal", seed=5)
        await settle(lambda: device.dealer.state()["on"])
        for seat in range(1, seats):
            page.ask(do="seat", seat=seat, computer=kinds(game)[-1])
        rng = random.Random(3)
        while not device.reader.game.over:
            state = device.dealer.state()
            if state["seats"][0]["asks"]:
                page.ask(do="open", seat=0)
                hands = [message["hand"] for message in page.told() if message.get("hand")]
                page.ask(do="choose", seat=0, card=rng.choice(hands[-1]["question"]["options"])["card"])
            elif device.dealer._dealing.next_line() is None and device.reader.game.to_act()[:1] == [0]:
                device.enter(device.reader.game.line(rng.choice(device.reader.game.legal())))
            await asyncio.sleep(0.001)
        assert not any("hand" in message for message in other.told())  # what one page opens no other is told
        assert replay(("\n".join(device.lines) + "\n").encode()).problem is None
        await settle(lambda: device.dealer.state()["over"])
        device.mode = "menu"  # the table is left: the next game may be dealt for
        device.screen()
        assert page.told()[-1]["state"] == {"on": False, "wanted": False}

    on_hub(game, seats, script)


def test_dealing_may_be_wanted_before_the_game():
    async def script(device):
        device.mode = "menu"
        device.screen()
        page = Page(device)
        page.ask(do="deal")
        await asyncio.sleep(0.02)
        assert device.dealer.state() == {"on": False, "wanted": True}
        device.mode = "game"
        device.screen()
        await settle(lambda: device.dealer.state()["on"])

    on_hub("fowl_play", 3, script)


def test_names_are_spelled_as_the_device_does():
    setup = ["seats aenne bo", "types golden fart amherst blood reeves green", "discs bo aenne"]

    async def script():
        device = Device("fancy_feathers", setup)
        device.begin()
        device.say({"scene": {"rows": [["Players", ["Änne"]], ["Now", ["Turn 1", "Whatever else is said there"]], None]}})
        page = Page(device)
        page.ask(do="deal", seed=1)
        await settle(lambda: device.dealer.state()["on"])
        assert [seat["words"] for seat in device.dealer.state()["seats"]] == ["Änne", "bo"]
        device.say({"screen": {"id": 99, "mode": "game", "game": "fancy_feathers", "language": "en", "seats": ["BO"]}})
        assert [seat["words"] for seat in page.told()[-1]["state"]["seats"]] == ["Änne", "BO"]

    asyncio.run(script())


def test_a_game_under_way_is_not_dealt_for():
    async def script(device):
        device.enter("play " + device.reader.game.seats[0] + " 7")
        page = Page(device)
        page.ask(do="deal")
        await asyncio.sleep(0.05)
        assert device.dealer.state() == {"on": False, "wanted": True}

    on_hub("fowl_play", 3, script)


def test_a_restarted_device_goes_on():
    async def script(device):
        page = Page(device)
        page.ask(do="deal", seed=1)
        await settle(lambda: device.dealer.state()["on"])
        for seat in range(3):
            page.ask(do="seat", seat=seat, computer="greedy")
        await settle(lambda: len(device.lines) > 12)
        device.mode = "menu"
        device.say({"hello": {"protocol": PROTOCOL}})
        device.screen()
        count = len(device.lines)
        await asyncio.sleep(0.03)
        assert len(device.lines) <= count + 1  # one may have been on its way
        device.mode = "game"
        device.screen()
        await settle(lambda: device.reader.game.over)

    on_hub("fancy_feathers", 3, script)


def test_another_game_ends_the_dealing():
    async def script(device):
        page = Page(device)
        page.ask(do="deal", seed=1)
        await settle(lambda: device.dealer.state()["on"])
        device.mode = "menu"
        device.screen()
        device.lines = ["roost 1 fowl_play", "seats black white", "foxes black g8 white g6"]
        device.mode = "game"
        device.screen()
        await settle(lambda: not device.dealer.state()["on"])
        assert page.told()[-1]["state"]["on"] is False

    on_hub("fowl_play", 3, script)


def test_a_menu_is_not_disturbed():
    async def script(device):
        page = Page(device)
        page.ask(do="deal", seed=1)
        await settle(lambda: device.dealer.state()["on"])
        device.mode = "dialog"
        device.screen()
        for seat in range(2):
            page.ask(do="seat", seat=seat, computer="random")
        await asyncio.sleep(0.05)
        assert device.heard == []
        device.mode = "game"
        device.screen()
        await settle(lambda: device.heard)

    on_hub("fowl_play", 2, script)


def test_a_device_that_takes_nothing(monkeypatch):
    monkeypatch.setattr("host.sim.dealer_link.PATIENCE_S", 0.02)

    async def script(device):
        device.enter = lambda line: None
        page = Page(device)
        page.ask(do="deal", seed=1)
        await settle(lambda: device.dealer.state()["on"])
        for seat in range(2):
            page.ask(do="seat", seat=seat, computer="random")
        await settle(lambda: device.dealer.state()["paused"])
        page.ask(do="stop")
        assert page.told()[-1]["state"] == {"on": False, "wanted": False}

    on_hub("fowl_play", 2, script)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"do": "open", "seat": 0}, "not-dealing"),
        ({"do": "go-on"}, "not-dealing"),
        ({}, "not-dealing"),
    ],
)
def test_nothing_is_dealt_yet(message, code):
    async def script(device):
        page = Page(device)
        page.ask(**message)
        assert {"refused": code} in page.told()

    on_hub("fowl_play", 2, script)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"do": "open", "seat": 9}, "no-seat"),
        ({"do": "open", "seat": True}, "no-seat"),
        ({"do": "open"}, "no-seat"),
        ({"do": "choose", "seat": 0, "card": 99}, "not-asked"),
        ({"do": "choose", "seat": 0, "card": "x"}, "not-asked"),
        ({"do": "choose", "seat": 1, "card": 1}, "not-asked"),
        ({"do": "seat", "seat": 0, "computer": "genius"}, "not-asked"),
        ({"do": "open", "seat": 1}, "rubbish"),
        ({"do": "dance", "seat": 0}, "rubbish"),
    ],
)
def test_what_a_page_may_not_ask(message, code):
    async def script(device):
        page = Page(device)
        page.ask(do="deal", seed=1)
        await settle(lambda: device.dealer.state()["on"])
        page.ask(do="seat", seat=1, computer="random")
        before = device.dealer.state()
        page.told()
        page.ask(**message)
        assert page.told() == [{"refused": code}]
        assert device.dealer.state() == before

    on_hub("fowl_play", 2, script)


def test_an_open_hand_is_covered():
    """By a computer player that takes the seat, and at the end of the dealing."""

    async def script(device):
        page = Page(device)
        page.ask(do="deal", seed=1)
        await settle(lambda: device.dealer.state()["on"])
        page.ask(do="open", seat=0)
        assert page.told()[-1]["hand"]["seat"] == 0
        page.ask(do="seat", seat=0, computer="random")
        assert {"hand": None} in page.told()
        page.ask(do="open", seat=1)
        page.told()
        page.ask(do="stop")
        assert {"hand": None} in page.told()

    on_hub("fowl_play", 2, script)


# ---- with the real firmware


def test_with_the_real_firmware(tmp_path):
    """People enter nothing but moves on the board; all cards come from the dealer."""

    async def play(running):
        async with aiohttp.ClientSession() as session, session.ws_connect(running.address + "link") as socket:
            client = Client(socket)
            await client.say({"dealer": {"do": "deal", "seed": 3}})
            # Each question is answered once, also when it is told again.
            for title in ("Which game?", "Play it, or only count the score?"):
                screen = await client.question(title)
                await client.say({"choose": 0, "screen": screen["id"]})
            await client.hear(lambda message: message.get("screen", {}).get("do"))
            await asyncio.sleep(0.35)
            await client.say({"press": "confirm"})
            await client.question("Who plays?")
            await client.say({"line": "seats black white"})
            await client.say({"line": "foxes black g8 white g6"})
            await client.hear(lambda message: "lay it face down" in str(message.get("screen", {}).get("do")))
            await asyncio.sleep(0.35)
            await client.say({"press": "confirm"})
            await client.question("which fowl card")
            for seat in range(2):
                await client.say({"dealer": {"do": "seat", "seat": seat, "computer": "random"}})
            lines = [(await client.topic("recorded", 20))["line"] for _ in range(8)]
            assert [line.split(" ")[0] for line in lines[:2]] == ["play", "play"]
            assert lines[2].split(" ")[0] in ("move", "done")

    with Running(tmp_path / "data", runtime="cpython") as running:
        running.hub.dealer._pace = 0.05
        asyncio.run(play(running))
