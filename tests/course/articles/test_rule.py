"""The verdicts on the kept pages once more: by the rule that they state, from what they print.

Nothing here comes from the package. A row without runs that says only yes or no, and one of which
something is missing, prints nothing to judge it by; these are counted.
"""

import csv
import re
from collections import Counter
from pathlib import Path

from bs4 import BeautifulSoup

PAGES = Path(__file__).parents[3] / "data" / "reproduced"
ARTICLES = sorted(path for path in PAGES.glob("*.html") if path.stem != "index")
NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?"


def numbers(text):
    """All numbers in a text."""
    return [float(one.replace(",", "")) for one in re.findall(NUMBER, text)]


def wilson(k, n, z=2.5758):
    """Wilson's interval of 99 %, in percent."""
    middle, reach = k + z * z / 2, z * (k * (1 - k / n) + z * z / 4) ** 0.5
    return 100 * (middle - reach) / (n + z * z), 100 * (middle + reach) / (n + z * z)


def by_interval(published, low, high, limit, runs):
    """A number beside the interval that is printed."""
    width = high - low
    if width > limit * 1.005:
        return "cannot tell"
    ends = [end for end in (low, high) if 0 < end < 3 * limit * 0.998]
    if runs and any(abs(published - end) < width / 10 for end in ends):
        return "cannot tell"
    return "within sampling error" if low <= published <= high else "different"


def by_share(low, high, limits, exception=False):
    """A statement by the interval of the share of runs, in percent, and its limits."""
    least, most = max(limits), min(limits)
    if exception and least == most == 99:
        return "false"
    if low > least:
        return "true"
    if high < most:
        return "false"
    return "true of a part" if least > most and low > most and high < least else "cannot tell"


def by_difference(low, high, far=None):
    """A comparison by the interval of the difference, and what is called far."""
    if far is not None:
        if low >= far or high <= -far:
            return "true"
        return "false" if -far < low and high < far else "cannot tell"
    return "true" if low > 0 else "false" if high < 0 else "cannot tell"


def equal(published, ours):
    """Whether the two are the same, in all digits that are printed."""
    if published == ours:
        return True
    (one,), (other,) = numbers(published)[:1], numbers(ours)[:1]
    digits = len(re.findall(r"\.(\d+)", published)[0]) if "." in published else 0
    zeros = re.search("0*$", f"{one:.0f}")[0] if "about" in published else ""
    return abs(one - other) <= 0.5 * 10.0 ** (len(zeros) - digits) + 1e-9


def word(verdict):
    """The verdict in an element that says it, as "true of 19% of runs" with the sign of a part."""
    if "part" in verdict["class"]:
        return "true of a part"
    return re.match("(true|false|[a-z ]+)", verdict.get_text())[0].strip()


def of_rows(table):
    """(what a row says, its verdict by the rule) of a table of rows, one by one."""
    for line in table.select("tbody tr"):
        cells = {cell["data-label"]: cell for cell in line.find_all("td")}
        published, ours, verdict = (cells[label] for label in ("published", "ours", "verdict"))
        said = word(verdict.select_one(".verdict"))
        how = ours.select_one(".made")
        how = how.extract().get_text() if how else ""
        yield said, judged(published.get_text(), ours.get_text(), how, said)


def judged(published, ours, how, said):
    """The verdict by the rule; None if nothing is printed by which to judge."""
    if found := re.search(rf"99 of 100 print ({NUMBER}) to ({NUMBER}); at most ({NUMBER})", how):
        low, high, limit = numbers(" ".join(found.groups()))
        return by_interval(numbers(published)[0], low, high, limit, "runs" in how)
    if found := re.search(r"true of ([\d,]+) of ([\d,]+) runs.*limits? (.*)%", how):
        k, n = (int(one.replace(",", "")) for one in found.groups()[:2])
        low, high = wilson(k, n)
        return by_share(low, high, numbers(found[3]), exception=k < n)
    if found := re.search(rf"difference ({NUMBER}) to ({NUMBER})", ours):
        far = re.search(rf"far apart is ({NUMBER})", ours)
        return by_difference(*numbers(" ".join(found.groups())), float(far[1]) if far else None)
    if said in ("agrees", "different", "within sampling error"):
        same = equal(published, ours)
        if "runs" in how:  # all of them print the same number
            return "within sampling error" if same else "different"
        return "agrees" if same else "different"
    return None


def of_pairings(table):
    """The same of a table of pairings."""
    caption = table.select_one("caption").get_text()
    runs = re.search(r"mean of ([\d,]+) runs", caption)
    limit = re.search(rf"at most ({NUMBER}) wide", caption)
    for cell in table.select("tbody td"):
        said = cell["title"]
        published, ours = (cell.select_one(f".{kind}").get_text() for kind in ("published", "ours"))
        between = cell.select_one(".range")
        if between:
            low, high = numbers(between.get_text().replace(" to ", " "))
            yield (
                said,
                by_interval(
                    numbers(published)[0], low, high, float(limit[1].replace(",", "")), bool(runs)
                ),
            )
        else:
            alike = "within sampling error" if said == "within sampling error" else "agrees"
            yield said, alike if equal(published, ours) else "different"


def of_tables(section, id):
    """The same of whole tables, from the file that is linked beside them."""
    for line in section.select("p.whole"):
        said = word(line.select_one(".verdict"))
        what = line.select_one("strong").get_text()
        with (PAGES / line.select_one("a")["href"]).open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["table"].lower() == what.lower()]
        (theirs,) = (float(row["distance"]) for row in rows if row["run"] == "published")
        ours = [float(row["distance"]) for row in rows if row["run"] != "published"]
        low, high = wilson(sum(one >= theirs for one in ours), len(ours))
        yield (
            said,
            ("within sampling error" if low > 5 else "different" if high < 5 else "cannot tell"),
        )


def every_verdict(page):
    soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    for section in soup.select("details > section"):
        if section["id"] in ("verdicts", "planted", "left-out"):
            continue
        for table in section.select("table.rows"):
            yield from of_rows(table)
        for table in section.select("table.pairs"):
            yield from of_pairings(table)
        yield from of_tables(section, section["id"])


def test_each_verdict_is_what_the_rule_says_of_what_is_printed():
    found = [one for page in ARTICLES for one in every_verdict(page)]
    assert len(found) > 390
    assert [(said, by_rule) for said, by_rule in found if by_rule not in (None, said)] == []
    others = Counter(said for said, by_rule in found if not by_rule)
    assert set(others) <= {"true", "false", "cannot tell"}
    assert others["cannot tell"] <= 7
    assert others.total() < 40
    verdicts = {"within sampling error", "cannot tell", "true", "false", "different", "agrees"}
    assert verdicts <= {by_rule for _, by_rule in found}
