"""What ratings foretell: known odds."""

import numpy as np
import pytest

from tttlearn.evaluation.forecasts import expected_score


def test_ten_to_one_is_400_points():
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(np.array([0, -400])) == pytest.approx([0.5, 1 / 11])
