"""What the prose of the lessons says, sentence by sentence, with what the engine and the rulebook make of it."""
