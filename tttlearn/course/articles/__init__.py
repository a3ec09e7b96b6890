"""The five source articles: for each its recipe, then its figures; what judges them."""
