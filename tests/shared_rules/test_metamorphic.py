"""What must stay true when a game is turned, mirrored, renamed, taken back or asked everything there is."""

import random
from itertools import permutations

import pytest

from host.players.catalogue import new_player
from host.players.tables import SEATS, TABLES, new_table, set_up, step
from shared_rules import hexboard
from shared_rules.birds_of_a_feather import birds
from shared_rules.fancy_feathers import cards as feathers
from shared_rules.fancy_feathers import rules as feathers_rules
from shared_rules.fowl_play import cards as fowl_cards
from shared_rules.fowl_play import rules as fowl
from shared_rules.fowl_play.pieces import FOXES
from shared_rules.refusal import Refusal
from tests.shared_rules.fowl_play.games import random_game

# The twelve ways to lay the board onto itself: six rotations, each plain and mirrored, as functions of (x, y).


def turned(x, y, times):
    for _ in range(times):
        x, y = x - y, x
    return x, y


def symmetry(times, mirrored):
    """Cell -> cell."""
    found = []
    for cell in range(hexboard.CELLS):
        x, y = hexboard.X[cell] - hexboard.X[hexboard.CENTRE], hexboard.Y[cell] - hexboard.Y[hexboard.CENTRE]
        if mirrored:
            x, y = y, x
        x, y = turned(x, y, times)
        found.append(hexboard.at(x + hexboard.X[hexboard.CENTRE], y + hexboard.Y[hexboard.CENTRE]))
    return found


SYMMETRIES = [(times, mirrored) for mirrored in (False, True) for times in range(6)]


@pytest.mark.parametrize(("times", "mirrored"), SYMMETRIES)
def test_the_board_lies_on_itself(times, mirrored):
    there = symmetry(times, mirrored)
    assert sorted(there) == list(range(hexboard.CELLS))
    assert (there == list(range(hexboard.CELLS))) == ((times, mirrored) == (0, False))
    for cell in range(hexboard.CELLS):
        assert sorted(there[near] for near in hexboard.NEIGHBOURS[cell]) == sorted(hexboard.NEIGHBOURS[there[cell]])


def moved(text, there):
    """A line with every cell in it laid elsewhere."""
    words = text.split(" ")
    if words[0] in ("tunnels", "place", "move", "fox", "foxes"):
        words = [hexboard.name(there[hexboard.cell(word)]) if hexboard.cell(word) >= 0 else word for word in words]
    return " ".join(words)


def complete_lines(setup):
    """Set-up lines that leave nothing to the standard board, which isn't symmetric."""
    lines = [line for line in setup.lines() if line.split()[0] in ("seats", "cards", "foxes")]
    at = 1 if len(lines) == 2 else 2
    lines.insert(at, "place " + " ".join(hexboard.name(cell) for cell in setup.where()))
    lines.insert(1, "tunnels " + " ".join(hexboard.name(cell) for cell in setup.tunnels))
    return lines


def seen(game):
    """The scores and the like, without cells."""
    state = game.state()
    for name in ("tunnels", "fowl", "foxes"):
        del state[name]
    return state


def refused(game, action):
    """(code of the refusal or None, kind)."""
    try:
        game.check(action)
    except Refusal as refusal:
        return refusal.code, refusal.kind
    return None, None


def laid(action, there):
    """An action of Fowl Play! on the other board."""
    verb = action >> 16
    a, b = action >> 7 & 127, action & 127
    if verb == fowl.MOVE:
        return fowl.action(verb, action >> 14 & 3, there[a], there[b])
    return fowl.action(verb, action >> 14 & 3, 0, there[b]) if verb == fowl.FOX else action


@pytest.mark.parametrize(("times", "mirrored"), SYMMETRIES[1:])
def test_turning_the_board_turns_the_moves(times, mirrored):
    there = symmetry(times, mirrored)
    for seed in (times + 10 * mirrored, times + 10 * mirrored + 100):
        setup, game = random_game(seed)
        lines = complete_lines(setup)
        one, _ = set_up("fowl_play", lines)
        other, _ = set_up("fowl_play", [moved(line, there) for line in lines])
        rng = random.Random(seed)
        for action in game.log:
            assert sorted(laid(legal, there) for legal in one.legal()) == sorted(other.legal())
            assert seen(one) == seen(other)
            for _ in range(4):  # what is illegal here is so there, for the same reason
                seat = rng.randrange(len(one.seats))
                other_action = fowl.action(rng.randrange(6), seat, rng.randrange(127), rng.randrange(1, 37))
                assert refused(one, other_action) == refused(other, laid(other_action, there))
            line = one.line(action)
            one.apply(action)
            other.apply(other.read(moved(line, there).split(" ")))
        assert one.over
        assert one.scores() == other.scores()
        assert one.winners() == other.winners()


def renamed(line, names):
    return " ".join(names.get(word, word) for word in line.split(" "))


def replayed(name, lines, actions):
    game, _ = set_up(name, lines)
    for line in actions:
        game.apply(game.read(line.split(" ")))
    return game


def played(name, seats, seed):
    table = new_table(name, seats, random.Random(seed))
    players = [new_player(name, "random" if seed % 2 else "greedy", random.Random(seed + seat)) for seat in range(seats)]
    while not table.game.over:
        step(table, players)
    lines = [line for line in table.lines if not line.startswith("rules")]
    return table.game, lines, [table.game.line(action) for action in table.game.log]


ALL = [(name, seats) for name in TABLES for seats in range(SEATS[name][0], SEATS[name][1] + 1)]


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_renaming_seats_renames_the_scores(name, seats):
    rng = random.Random(seats)
    for seed in range(4):
        game, lines, actions = played(name, seats, seed)
        fresh = list(rng.sample(FOXES, seats)) if name == "fowl_play" else [f"x{n}" for n in range(seats)]
        names = dict(zip(game.seats, fresh))
        other = replayed(name, [renamed(line, names) for line in lines], [renamed(line, names) for line in actions])
        assert other.seats == tuple(fresh)
        assert list(other.scores().items()) == [(names[seat], score) for seat, score in game.scores().items()]
        assert other.winners() == game.winners()


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats in ALL if 1 < seats < 5])
def test_who_sits_where_changes_no_score(name, seats):
    """The same actions with the seats named in another order: each seat has the same score, and the same seats win."""
    for seed in range(2):
        game, lines, actions = played(name, seats, seed)
        winners = {game.seats[seat] for seat in game.winners()}
        for order in permutations(game.seats):
            other = replayed(name, ["seats " + " ".join(order) if line.startswith("seats") else line for line in lines], actions)
            assert dict(other.scores()) == dict(game.scores())
            assert {other.seats[seat] for seat in other.winners()} == winners


def alone(game, seat):
    """The same position with this seat's fox as the only one."""
    one = fowl.FowlRules((game.seats[seat],), game.tunnels, game.shows, bytes(36), bytes([game.foxes[seat]]), 1)
    one._board = bytearray(held if held < fowl.FOX0 or held == fowl.TUNNEL else 0 for held in game._board)
    one._at = bytearray(game._at)
    for cell in game.tunnels:
        one._board[cell] = fowl.TUNNEL
    one._board[game.foxes[seat]] = fowl.FOX0
    return one


def test_a_step_that_every_fox_alone_allows_is_allowed_by_all(monkeypatch):
    monkeypatch.setitem(fowl.LIGHT_LIMIT, 1, 3)
    monkeypatch.setitem(fowl_cards.TURNS_A_PILE, 1, 33)
    steps = forbidden = 0
    for seed in range(12):
        setup, whole = random_game(300 + seed)
        game = setup.start()
        for count, action in enumerate(whole.log):
            if game.phase == "move" and count % 3 == 0:
                foxes = [alone(game, seat) for seat in range(len(game.seats))]
                for card in range(1, 37):
                    if game.cell_of(card) == fowl.GONE:
                        continue
                    together = set(game.fowl_reach(card, 1))
                    each = [set(one.fowl_reach(card, 1)) for one in foxes]
                    free = {cell for cell in set.intersection(*each) if game.fox_on(cell) < 0}
                    assert free <= together
                    steps += len(free)
                    forbidden += len(set.union(*each) - together)
            game.apply(action)
    assert steps > 5000
    assert forbidden > 50  # what some foxes allow alone isn't allowed by all


# The legal list is exactly what `apply` accepts.


def accepted(game, candidates, rng):
    """The candidates that `apply` takes; the game stays as it was, also when it refuses."""
    before = game.state()
    found = []
    for action in candidates:
        try:
            game.apply(action)
        except Refusal:
            if rng.random() < 0.001:
                assert game.state() == before
        else:
            found.append(action)
            assert game.undo() == action
    assert game.state() == before
    return found


def every_fowl_action(game, seats):
    """All there are: 127 x 127 moves of the seat to act, everything else of every seat."""
    found = [fowl.action(fowl.MOVE, seat, a, b) for seat in seats for a in range(127) for b in range(127)]
    for seat in range(len(game.seats)):
        found += [fowl.action(verb, seat) for verb in (fowl.DONE, fowl.STAY)]
        found += [fowl.action(fowl.FOX, seat, 0, cell) for cell in range(127)]
        found += [fowl.action(verb, seat, 0, card) for verb in (fowl.PLAY, fowl.TARGET) for card in range(1, 37)]
    return found


def every_feathers_action(game):
    seats = range(len(game.seats))
    found = [feathers_rules.reveal([card]) for card in range(len(feathers.CARDS))]
    found += [feathers_rules.move(seat, place) for seat in seats for place in range(len(game.cards) + 8)]
    found += [feathers_rules.leave(seat) for seat in seats]
    return found + [feathers_rules.lose(seat, card) for seat in seats for card in range(len(feathers.CARDS))]


def every_birds_action(game):
    found = [("reveal", bird) for bird in range(birds.BIRDS)]
    return found + [
        (verb, seat, bird) for verb in ("play", "last") for seat in range(len(game.seats)) for bird in range(birds.BIRDS)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_legal_is_what_apply_accepts_of_all_moves(seats):
    """Fowl Play!, in each phase, against all 127 x 127 moves."""
    rng = random.Random(seats)
    asked = {"play": 2, "move": 4, "fox": 2, "target": 1, "over": 1}
    tried = 0
    for seed in range(1):
        setup, whole = random_game(400 + seats * 10 + seed, seats)
        game = setup.start()
        chosen = {}
        for number, action in enumerate(whole.log):
            chosen.setdefault(game.phase, []).append(number)
            game.apply(action)
        chosen["over"] = [len(whole.log)]
        wanted = {number for phase, numbers in chosen.items() for number in rng.sample(numbers, min(asked[phase], len(numbers)))}
        game = setup.start()
        for number, action in enumerate([*whole.log, None]):
            if number in wanted:
                movers = game.to_act()[:1] if game.phase == "move" else [0]
                candidates = every_fowl_action(game, movers)
                tried += len(candidates)
                assert sorted(accepted(game, candidates, rng)) == sorted(game.legal())
            if action is not None:
                game.apply(action)
    assert tried > 90_000


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats in ALL if name != "fowl_play"])
def test_legal_is_what_apply_accepts(name, seats):
    every = every_feathers_action if name == "fancy_feathers" else every_birds_action
    rng = random.Random(seats)
    for seed in range(2):
        whole, lines, actions = played(name, seats, seed)
        game, _ = set_up(name, lines)
        for line in [*actions, None]:
            assert sorted(accepted(game, every(game), rng)) == sorted(game.legal())
            if line is not None:
                game.apply(game.read(line.split(" ")))
        assert game.state() == whole.state()


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_every_legal_action_has_a_line_and_a_path(name, seats):
    """An action is the same after a trip through its line, and the choices lead to it and to nothing else."""
    whole, lines, actions = played(name, seats, 5)
    game, _ = set_up(name, lines)
    for line in actions:
        legal = game.legal()
        assert [game.read(game.line(action).split(" ")) for action in legal] == legal
        assert len({game.line(action) for action in legal}) == len(legal)
        for action in legal:
            found = game.prompt().choice
            for key in game.path(action):
                assert key in found.keys
                found = found.pick(key)
            assert found == action
        game.apply(game.read(line.split(" ")))
    assert game.over
    assert whole.state() == game.state()


def everything(game):
    """All that anybody can see of a game."""
    prompt = game.prompt()
    scene = game.scene()
    keys = [] if prompt.choice is None else prompt.choice.keys
    return [
        game.state(),
        sorted(game.legal()),
        list(game.log),
        prompt.seats,
        prompt.do,
        keys,
        0 if prompt.choice is None else prompt.choice.start,
        scene.layout,
        {place: list(marks) for place, marks in scene.marks.items()},
        scene.rows,
        game.sheet(),
        game.scores(),
        game.winners(),
        game.verdict(),
        game.undo_notes() if game.log else None,
    ]


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_undo_and_redo_change_nothing(name, seats):
    _, lines, actions = played(name, seats, 6)
    game, _ = set_up(name, lines)
    seen_before = [everything(game)]
    for line in actions:
        action = game.read(line.split(" "))
        before = everything(game)
        events = game.apply(action)
        after = everything(game)
        assert game.undo() == action
        assert everything(game) == before
        assert game.apply(action) == events
        assert everything(game) == after
        seen_before.append(after)
    for wanted in reversed(seen_before[:-1]):
        game.undo()
        assert everything(game) == wanted
    with pytest.raises(Refusal) as caught:
        game.undo()
    assert caught.value.code == "nothing-to-undo"
    for line, wanted in zip(actions, seen_before[1:]):
        game.apply(game.read(line.split(" ")))
        assert everything(game) == wanted


@pytest.mark.parametrize("name", TABLES)
def test_undoing_some_and_redoing_them(name):
    """Back any number of actions and forward again, at random, is the same as never having gone back."""
    _, lines, actions = played(name, 3, 7)
    game, _ = set_up(name, lines)
    rng = random.Random(1)
    for line in actions:
        game.apply(game.read(line.split(" ")))
        for _ in range(2):
            taken = [game.undo() for _ in range(rng.randrange(min(12, len(game.log)) + 1))]
            for action in reversed(taken):
                game.apply(action)
    other = replayed(name, lines, actions)
    assert everything(game) == everything(other)
