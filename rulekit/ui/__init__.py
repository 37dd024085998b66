"""Views of positions, traces and graphs for notebooks; knows no rule."""
