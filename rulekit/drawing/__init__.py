"""Pictures: layout, SVG, colours, the width of letters; knows nothing of games."""
