"""Reproduce kota7, the R package `tictactoe`, 2016 to 2018."""
