"""Setting things right part by part, and entering set-up lines by pointing: what a game offers the app for both."""

import importlib
import random

import pytest

from shared_rules import catalogue
from shared_rules.choice import Choice
from shared_rules.fowl_play.pieces import STANDARD_TUNNELS
from shared_rules.refusal import Refusal
from tests.shared_rules import corrected
from tests.shared_rules.fowl_play.games import random_setup


def part(name, module):
    return importlib.import_module(f"shared_rules.{name}.{module}")


def somewhere(name, seed, most=150):
    """A game at a random moment, without corrections."""
    table = corrected.Table(name, seed)
    table.tried = 10**6
    for _ in range(random.Random(seed).randrange(most)):
        table.step()
    return table.game


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_parts_list_things_with_values_that_can_be_chosen(name):
    for seed in range(12):
        game = somewhere(name, seed)
        position = part(name, "position").Position(game)
        assert position.seats == game.seats
        assert position.steps() == []
        for each in position.parts():
            position.describe(each)
            for thing in position.things(each):
                assert thing in position.now
                choice = position.choice(thing)
                if choice is None:
                    assert position.other(thing) != position.wanted[thing]
                else:
                    assert choice.keys[choice.start] == position.now[thing]
                    assert [choice.pick(key) for key in choice.keys] == choice.keys
        scene = position.scene()
        assert scene.layout == game.scene().layout
        for key, action in position.extras():
            assert position.describe(key)
            game.check(action)


@pytest.mark.parametrize("seed", range(60))
def test_pieces_that_changed_places_get_there_step_by_step(seed):
    """Random pieces exchange their places, some of them in circles; a fox may stand on a tunnel, a fowl may not."""
    rng = random.Random(seed)
    game = somewhere("fowl_play", seed)
    position = part("fowl_play", "position").Position(game)
    pieces = [thing for thing in position.now if thing[0] in ("fowl", "fox")]
    some = rng.sample(pieces, rng.randrange(2, 20))
    places = [position.now[thing] for thing in some]
    rng.shuffle(places)
    for thing, value in zip(some, places):
        if (thing[0] == "fox" and value[0] == "captor") or (
            thing[0] == "fowl" and value[0] == "space" and value[1] in game.tunnels
        ):
            break
        position.set(thing, value)
    else:
        before = corrected.everything(game)
        steps = position.steps()
        assert len(steps) <= 2 * len(position.changed())
        for step in steps:
            game.apply(step)
        assert part("fowl_play", "position").Position(game).now == position.wanted
        corrected.sound(game)
        for _ in steps:
            game.undo()
        assert corrected.everything(game) == before
        return
    # It stopped half-way: two may be wanted on one space, which is refused.
    wanted = [value for value in position.wanted.values() if value[0] == "space"]
    if len(set(wanted)) < len(wanted):
        with pytest.raises(Refusal, match="space-taken"):
            position.steps()


@pytest.mark.parametrize("name", ["fancy_feathers", "birds_of_a_feather"])
def test_random_positions_are_reached(name):
    reached = 0
    for seed in range(120):
        rng = random.Random(seed)
        game = somewhere(name, seed)
        module = part(name, "position")
        position = module.Position(game)
        for each in position.parts():
            for thing in position.things(each):
                if rng.random() < 0.2:
                    choice = position.choice(thing)
                    position.set(thing, choice.pick(rng.choice(choice.keys)) if choice else position.other(thing))
        before = corrected.everything(game)
        steps = position.steps()
        count = len(game.log)
        refused = None
        try:
            for step in steps:
                game.apply(step)
        except Refusal as refusal:
            refused = refusal.code
        # Cards that were named for a Fox can't go; where all discs are off the Path nobody needs a stack.
        assert refused in (None, "already-named", "wrong-phase")
        if refused:
            while len(game.log) > count:
                game.undo()
            continue
        corrected.sound(game)
        after = module.Position(game)
        # What collecting does by itself follows from the discs.
        follows = ("lies", "held") if game.phase in ("reveal", "move") else ()
        assert {thing: after.now.get(thing) for thing in position.wanted if thing[0] not in follows} == {
            thing: value for thing, value in position.wanted.items() if thing[0] not in follows
        }
        for thing, value in position.wanted.items():
            if thing[0] == "lies" and thing in after.now:
                assert after.now[thing] == value
        for _ in steps:
            game.undo()
        assert corrected.everything(game) == before
        reached += bool(steps)
    assert reached > 80


def test_a_disc_can_be_put_on_top_of_its_own_stack():
    game = somewhere("fancy_feathers", 3, 1)
    position = part("fancy_feathers", "position").Position(game)
    bottom = game.order[0]
    assert position.steps() == []
    position.set(("disc", bottom), ("space", 0))
    for step in position.steps():
        game.apply(step)
    assert game.order[-1] == bottom


def test_all_discs_are_set_at_once_so_that_nobody_collects_on_the_way():
    reader = ["seats anna ben cleo", "types fox trap monal green golden mirror", "discs anna ben cleo"]
    from tests.shared_rules.test_corrections import feed, read

    game = read("fancy_feathers", *reader, "reveal green green green green mirror", "move anna 1", "reveal green")
    feed(game, "move ben 2", "reveal golden1", "move cleo 5", "reveal golden1 golden2 golden3")
    assert (game.to_act(), game.hand(0)) == ([0], game.cards[:1])
    position = part("fancy_feathers", "position").Position(game)
    position.set(("disc", 0), ("space", 8))
    position.set(("disc", 1), ("space", 7))
    feed(game, *[game.line(step) for step in position.steps()])
    while game.phase == "reveal":
        game.apply(game.legal()[0])
    assert game.to_act() == [2]
    assert [len(cards) for cards in game.received] == [1, 0, 4]


# Entering set-up lines


def confirm_all(entry):
    """Confirms where the cursor starts, whatever is asked."""
    while not entry.ready:
        choice = entry.prompt().choice
        while isinstance(choice, Choice):
            keys = choice.keys
            if choice.kind == "some":
                choice = choice.pick(tuple(keys[: choice.most]))
            elif choice.kind == "name":
                choice = choice.pick(
                    ("name", "player%d" % (len(choice.taken) + 1)) if len(choice.taken) < 2 else ("word", "done")
                )
            else:
                choice = choice.pick(keys[choice.start])
        entry.apply(choice)
    return entry.lines()


@pytest.mark.parametrize("seed", range(8))
def test_confirming_everything_enters_the_same_board(seed):
    setup = random_setup(random.Random(seed))
    module = part("fowl_play", "entry")
    entry = module.Entry(setup, ("tunnels", "cards", "place", "foxes"))
    lines = {line.split(" ")[0]: line for line in confirm_all(entry)}
    before = {line.split(" ")[0]: line for line in setup.lines()}
    assert sorted(lines["tunnels"].split()[1:]) == sorted(before.get("tunnels", "x " + " ".join(STANDARD_TUNNELS)).split()[1:])
    assert lines["foxes"] == before["foxes"]
    if "cards" in before:
        assert lines["cards"] == before["cards"]
        # The same flocks, and on each its type by colour, shape and board.
        assert sorted(lines["place"].split()[1:]) == sorted(before["place"].split()[1:])
    fresh = type(setup)(1, None)
    fresh.use([lines[word] for word in ("tunnels", "cards", "place")])


def test_a_flock_is_entered_along_its_neighbours_and_taken_back():
    setup = random_setup(random.Random(1))
    entry = part("fowl_play", "entry").Entry(setup, ("place",))
    for _ in range(9):
        choice = entry.prompt().choice
        entry.apply(choice.pick(choice.keys[-1]))
    spaces = [step[1] for step in entry.steps]
    from shared_rules import hexboard

    assert hexboard.connected(spaces)
    assert not set(spaces) & {key[1] for key in entry.prompt().choice.keys}
    assert len([marks for marks in entry.scene().marks.values() if marks == [("start", 0)]]) == 9
    assert entry.undo() == ("start", spaces[-1])
    for _ in range(8):
        entry.undo()
    with pytest.raises(Refusal):
        entry.undo()


def test_entering_cards_alone_keeps_ones_own_flocks():
    rng = random.Random(0)
    setup = random_setup(rng)
    while setup.place is None:
        setup = random_setup(rng)
    entry = part("fowl_play", "entry").Entry(setup, ("cards",))
    while not entry.ready:
        choice = entry.prompt().choice
        entry.apply(choice.pick(choice.keys[0]))
    lines = entry.lines()
    assert [line.split(" ")[0] for line in lines] == ["cards", "place"]
    assert set(lines[1].split()[1:]) == set(next(line for line in setup.lines() if line.startswith("place")).split()[1:])


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        (
            "fancy_feathers",
            ["seats anna ben", "types fox trap monal green golden mirror", "discs ben anna"],
            ["seats player1 player2", "types golden fart amherst blood green peacock", "discs anna ben"],
        ),
        (
            "birds_of_a_feather",
            ["seats anna ben", "raptors on", "variant draft"],
            [
                "seats player1 player2",
                "raptors off",
                "variant base",
                "habitats desert mountains forest wetlands ocean",
                "kinds common uncommon1 uncommon2 uncommon3 rare raptor ace",
            ],
        ),
    ],
)
def test_every_line_can_be_entered(name, head, expected):
    package = catalogue.package(name)
    setup = package.open_setup(1, None)
    for line in head:
        setup.setting(line.split(" ")[0], line.split(" ")[1:])
    assert [confirm_all(part(name, "entry").Entry(setup, (word,)))[0] for word in package.SETUP] == expected


def test_what_can_have_a_name_of_its_own():
    module = part("birds_of_a_feather", "entry")
    assert len(module.called()) == 35
    setup = catalogue.package("birds_of_a_feather").open_setup(1, None)
    setup.use(["habitats ocean desert mountains forest wetlands"])
    assert module.called(setup)[0] == ("ocean-common", ("space", 0))


# Lighting up


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_what_is_lit_up_lies_there(name):
    module = part(name, "highlights")
    seen = 0
    for seed in range(20):
        game = somewhere(name, seed, 400)
        scene = game.scene()
        edge = [module.choice(game)]
        while edge:
            choice = edge.pop()
            for key in choice.keys:
                module.describe(game, key)
                found = choice.pick(key)
                if isinstance(found, Choice):
                    edge.append(found)
                    continue
                word, title, places = found
                assert word == "places"
                assert isinstance(title[0], str)
                assert len(set(places)) == len(places)
                if key[0] in ("type", "colour", "shape"):
                    assert not [place for place in places if not scene.marks.get(place)]
                seen += len(places)
    assert seen > 50
