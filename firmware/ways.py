"""The ways out of a refusal that rests on earlier entries: to change that entry, or to agree. Loaded when there is such a refusal."""

from .view import TEXT, ask


async def offer(table, action, refusal):
    """Offers both after `action` was refused so: True if the table took one of them, False if not, None where there are none."""
    app = table.app
    corrections = app.part("corrections") if table.playing else None
    found = None if corrections is None else corrections.ways_out(table.machine, action)
    if found is None:
        app.drop_parts()
        return None
    agreed, place = found
    keys = [("way", "leave"), ("way", "agree")] + ([("way", "change")] if place is not None else [])
    message = ("no." + refusal.code, refusal.facts)
    view = ask("dialog", ("app-ways", {}), keys, TEXT, do=[message], machine=table.machine)
    outcome = await app.ask(view)
    app.drop_parts()
    if outcome == ("pick", ("way", "agree")):
        return await table.act(agreed)
    if outcome == ("pick", ("way", "change")):
        await app.load("changing").change(table, place)
        app.drop("changing")
        return True
    app.meant_otherwise(outcome)
    return False
