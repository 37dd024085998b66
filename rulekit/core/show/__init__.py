"""How positions, traces and cards are told and drawn."""
