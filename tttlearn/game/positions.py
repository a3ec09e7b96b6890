"""List the positions that games on a board reach, layer by layer, in compiled loops.

A position is one integer, its key: with n cells, bit n + c says that X is on cell c, bit c that O
is. All positions with as many marks are one layer. Positions are numbered layer by layer, and by
key within a layer, so every move leads to a larger number.

The tables take much more memory than the keys. So all keys are listed first, and a game whose
tables would not fit is refused before the next layer of keys is made.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import psutil

from tttlearn.support.compiled import njit

MEMORY_SHARE = 0.5
"""Share of the free memory of the machine that the tables of a game may take."""
GIGABYTE = 1e9
"""Bytes of a gigabyte, for messages."""


class Shape(NamedTuple):
    """Geometry of a board, as the compiled loops need it.

    Attributes
    ----------
    n_cells : int
        Number of cells.
    lines : numpy.ndarray of int64, shape (n_lines,)
        Bits of the cells of each line.
    stacks : numpy.ndarray of int64, shape (A, height)
        Cells that each action can fill, the first free one of which it fills.
    action_maps : numpy.ndarray of int64, shape (G, A)
        Action that corresponds to each action in each image.
    """

    n_cells: int
    lines: np.ndarray
    stacks: np.ndarray
    action_maps: np.ndarray

    @property
    def bytes_each(self) -> int:
        """Bytes that the tables, and what the evaluation derives from them, take for a position."""
        n_actions, n_images = len(self.stacks), len(self.action_maps)
        numbers = 5  # winner, turn, key, depth and its place in a layer
        return 8 * numbers + 5 * n_actions + 4 * n_images + self.n_cells


def tables_of_board(
    name: str, lines: np.ndarray, action_maps: np.ndarray, n_cells: int
) -> dict[str, np.ndarray]:
    """Return the tables of a board whose states are the positions that games reach.

    Parameters
    ----------
    name : str
        Name of the game, for the message.
    lines : numpy.ndarray of int64, shape (n_lines, k)
        Cells of each line.
    action_maps : numpy.ndarray of int64, shape (G, A)
        Action that corresponds to each action in each image.
    n_cells : int
        Number of cells.

    Returns
    -------
    dict
        The parts `next`, `winner`, `terminal`, `turn`, `images`, `cells` and `keys` of the rules.

    Raises
    ------
    ValueError
        If the tables would take too much memory.
    """
    stacks = np.arange(n_cells).reshape(-1, action_maps.shape[1]).T[:, ::-1]
    bits = (1 << lines.astype(np.int64)).sum(1)
    shape = Shape(n_cells, bits, np.ascontiguousarray(stacks), np.ascontiguousarray(action_maps))
    layers, won = _keys_by_layer(name, shape)
    keys, starts = np.concatenate(layers), np.cumsum([0, *map(len, layers)])
    states, actions = len(keys), len(stacks)
    tables = {
        "next": np.empty((states, actions), np.int32),
        "winner": np.empty(states, np.int64),
        "terminal": np.concatenate(won),
        "turn": np.empty(states, np.int64),
        "images": np.zeros((states, len(action_maps)), np.int32),
        "cells": np.empty((states, n_cells), np.int8),
    }
    _fill(keys, starts, shape, *tables.values())
    return {**tables, "keys": keys}


def _keys_by_layer(name, shape):
    """Return the positions that games reach: their keys, and which have a line, by layer."""
    most, total, layers, won = free_bytes(), 1, [np.zeros(1, np.int64)], []
    while layers[-1].size:
        after = np.empty(layers[-1].size * len(shape.stacks), np.int64)
        won.append(np.empty(layers[-1].size, np.bool_))
        n = _moves_from(layers[-1], len(won) - 1, shape, won[-1], after)
        after = np.sort(after[:n])
        distinct = np.diff(after, prepend=-1) > 0
        total += np.count_nonzero(distinct)
        if (size := total * shape.bytes_each) > most:
            raise ValueError(
                f"{name} has {total:,} positions of up to {len(layers)} marks, and more of more; "
                f"its tables take over {size / GIGABYTE:.1f} GB, and of the memory of this machine "
                f"they may take {most / GIGABYTE:.1f} GB; tree search plays larger games: see "
                "ttt.LargeRules"
            )
        layers.append(after[distinct])
    return layers[:-1], won


def free_bytes() -> int:
    """Return how many bytes of memory the tables of a game may take.

    Returns
    -------
    int
        The number of bytes.
    """
    return int(MEMORY_SHARE * psutil.virtual_memory().available)


@njit
def _has_line(key, ply, shape):
    """Return whether the side that moved last has a complete line; no other side can have one."""
    marks = key >> shape.n_cells if ply % 2 else key & ((1 << shape.n_cells) - 1)
    has_line = False
    for line in shape.lines:
        has_line |= marks & line == line
    return has_line


@njit
def _free_cell(taken, stack):
    """Return the index in a stack of its first free cell, or its height if it is full."""
    height = 0
    while height < len(stack) and taken >> stack[height] & 1:
        height += 1
    return height


@njit
def _moves_from(keys, ply, shape, won, after):
    """Write which positions of a layer are won, and the keys after all moves; count these."""
    n, shift = 0, 0 if ply % 2 else shape.n_cells
    for i in range(len(keys)):
        key = keys[i]
        won[i] = _has_line(key, ply, shape)
        if won[i]:
            continue
        taken = key | key >> shape.n_cells
        for stack in shape.stacks:
            height = _free_cell(taken, stack)
            if height < len(stack):
                after[n] = key | 1 << stack[height] + shift
                n += 1
    return n


@njit
def _fill(keys, starts, shape, next_states, winner, terminal, turn, images, cells):
    """Fill the tables; `starts` has the first position of each layer, and the number of all.

    At first `terminal` says where a line is complete.
    """
    n_images = len(shape.action_maps)
    for ply in range(len(starts) - 1):
        side, shift = (-1, 0) if ply % 2 else (1, shape.n_cells)
        # The moves that put a mark into the same cell keep the order of their keys, so each cell
        # has a finger that walks along the next layer once.
        fingers = np.full(shape.n_cells, starts[ply + 1])
        for state in range(starts[ply], starts[ply + 1]):
            key, won = keys[state], terminal[state]
            taken = key | key >> shape.n_cells
            winner[state], turn[state] = -side if won else 0, side
            terminal[state] = won or ply == shape.n_cells
            images[state, 0] = state
            for cell in range(shape.n_cells):
                o, x = key >> cell & 1, key >> cell + shape.n_cells & 1
                cells[state, cell] = x + 2 * o
            for action in range(len(shape.stacks)):
                stack = shape.stacks[action]
                height = _free_cell(taken, stack)
                next_states[state, action] = -1
                if height < len(stack) and not won:
                    cell = stack[height]
                    after, finger = key | 1 << cell + shift, fingers[cell]
                    while keys[finger] < after:
                        finger += 1
                    fingers[cell] = finger
                    next_states[state, action] = finger
        # A move in an image leads to the image of the position after the move.
        for state in range(starts[ply], starts[ply + 1]):
            for action in range(len(shape.stacks)):
                after = next_states[state, action]
                if after >= 0:
                    for g in range(1, n_images):
                        there = shape.action_maps[g, action]
                        images[after, g] = next_states[images[state, g], there]


def longest_ways(next_states: np.ndarray, start: int) -> np.ndarray:
    """Return the number of moves on the longest way to each state, if moves lead to later states.

    Parameters
    ----------
    next_states : numpy.ndarray of int32, shape (S, A)
        State after each action, which has a larger number, or -1.
    start : int
        State in which a game begins.

    Returns
    -------
    numpy.ndarray of int64, shape (S,)
        Number of moves, -1 for states that no game reaches.
    """
    depth = np.full(len(next_states), -1)
    depth[start] = 0
    _pass_on_depths(next_states, start, depth)
    return depth


@njit
def _pass_on_depths(next_states, start, depth):
    for state in range(start, len(next_states)):
        if depth[state] >= 0:
            for after in next_states[state]:
                if after >= 0:
                    depth[after] = max(depth[after], depth[state] + 1)
