"""Provide an opponent that answers what a test tells it to, and what cannot be shown."""


class Scripted:
    """Opponent that gives these answers, one after the other; exceptions are raised."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def act(self, state, rng):
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Mute:
    """Thing that ends the program when it is asked for its text."""

    def __repr__(self):
        raise SystemExit

    __str__ = __repr__
