"""Numbers as text, the same in every picture, table and message."""


def signed(value, digits=2):
    """A value to X as text, with its sign: "+1.00", "-0.35"; nothing is "0.00", never "+0.00"."""
    text = f"{value:+.{digits}f}"
    return text if text.strip("+-0.") else text[1:]
