"""The README's lesson table says what the notebooks say of themselves."""

from tools.readme import ROOT, with_table


def test_lesson_table_is_up_to_date():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert with_table(text) == text, "run `python run.py readme`"
