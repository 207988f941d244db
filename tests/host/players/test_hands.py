"""The hands' own arithmetic is checked against the app's walk: the way they find is possible, and none is cheaper."""

import random
from collections import deque

import pytest

from firmware.app import App
from firmware.drivers import virtual
from firmware.walk import Walk
from host.inputs import split
from host.players import hands
from host.players.catalogue import new_player
from host.players.tables import new_table, step
from shared_rules.choice import Choice


def walk(groups, at):
    keys = [("space", place) for place in range(len(groups))]
    return Walk(Choice(("ask", {}), keys, lambda key: key, groups=groups, start=at))


def fewest(groups, at, goal):
    """The fewest inputs by trying everything on the app's own walk: turns, and jumps while the knob is pressed."""
    begin = (at, False)
    cost = {begin: 0}
    todo = deque([begin])
    while todo:
        here = todo.popleft()
        place, pressed = here
        steps = [((place, not pressed), 0 if pressed else 1)]
        for way in (1, -1):
            moved = walk(groups, place)
            if pressed:
                moved.jump(way)
            else:
                moved.move(way)
            steps.append(((moved.level.at, pressed), 1))
        for there, price in steps:
            if cost[here] + price < cost.get(there, 999):
                cost[there] = cost[here] + price
                todo.append(there)
    return cost[(goal, False)]


@pytest.mark.parametrize("seed", range(5))
def test_no_way_is_cheaper(seed):
    rng = random.Random(seed)
    groups = sorted(rng.choices(range(rng.randint(1, 7)), k=rng.randint(1, 22)))
    for at in range(len(groups)):
        for goal in range(len(groups)):
            jumps, turns = hands.cheapest(groups, at, goal)
            moved = walk(groups, at)
            if jumps:
                moved.jump(jumps)
            moved.move(turns)
            assert moved.level.at == goal
            price = bool(jumps) + abs(jumps) + abs(turns)
            # Turning first and jumping then is left out: nobody plans so. It never saves more than a detent.
            assert fewest(groups, at, goal) <= price <= fewest(groups, at, goal) + 1


def entered(game, seats, kind="random", seed=1):
    table = new_table(game, seats, random.Random(seed))
    players = [new_player(game, kind, random.Random(seed))] * seats
    while not table.game.over:
        step(table, players)
    device = virtual.device()
    app = App(device)
    pair = hands.Hands(device, app)
    setup, actions = split(game, table.record())
    told = []

    async def script():
        await pair.begin(game, setup)
        for line in actions:
            await pair.act(line)
        told.append(app.machine().state())
        await pair.finish()

    virtual.run(device, app.run(), script())
    data = str(device.storage.files["0001.game"], "utf-8")
    lines = [line.split(" #")[0] for line in data.split("\n") if line and line[0] != "#"]
    assert told == [table.game.state()]
    assert split(game, lines)[1] == actions
    assert b"finished" in device.storage.files["0001.game"]
    return pair


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fowl_play_is_entered(seats):
    pair = entered("fowl_play", seats)
    assert sum(decision[2] for decision in pair.decisions) <= pair.detents


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_fancy_feathers_is_entered(seats):
    entered("fancy_feathers", seats, "greedy")


@pytest.mark.parametrize("seats", [1, 2, 3, 7])
def test_birds_of_a_feather_is_entered(seats):
    for seed in range(2):
        entered("birds_of_a_feather", seats, "greedy", seed)


def test_hands_say_when_they_are_lost():
    device = virtual.device()
    app = App(device)
    pair = hands.Hands(device, app)

    async def script():
        await pair.wait(100)
        with pytest.raises(hands.Lost):
            await pair.go(("game", "checkers"))
        with pytest.raises(hands.Lost):
            await pair.enter([("game", "fowl_play"), ("mode", "nonsense")])

    virtual.run(device, app.run(), script())


def test_an_error_in_the_app_reaches_the_hands():
    device = virtual.device()
    app = App(device)
    pair = hands.Hands(device, app)

    async def script():
        await pair.wait(100)
        app.view.walk.choice.pick = lambda key: 1 // 0
        with pytest.raises(ZeroDivisionError):
            await pair.press()

    virtual.run(device, app.run(), script())
