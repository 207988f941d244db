"""Tables a maker needs: the parts list and the power budget, as CSV."""

import csv
import io

from hardware import parts, power


def bom_csv() -> str:
    """The parts list: every part with value, package, quantity, price and alternatives, then the total of each way to build."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["part", "value", "package", "quantity", "unit_price_eur", "price_eur", "needed_for", "references", "alternatives"]
    )
    for line in parts.ITEMS:
        price = line.quantity * line.unit_price
        writer.writerow(
            [
                line.name,
                line.value,
                line.package,
                f"{line.quantity:g}",
                f"{line.unit_price:.2f}",
                f"{price:.2f}",
                line.build,
                line.refs,
                line.alternatives,
            ]
        )
    for build, kinds in parts.BUILDS.items():
        writer.writerow([f"TOTAL: {build}", "", "", "", "", f"{parts.cost(build):.2f}", " ".join(kinds), "", ""])
    return out.getvalue()


def supplies_csv() -> str:
    """What each supply allows."""
    return _csv(power.supply_table())


def drop_csv() -> str:
    """The lowest voltage along the chain by budget, fed at both ends and at one."""
    return _csv(power.drop_table([450, 900, 1800, 2700, 3200]))


def _csv(rows: list[dict]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
