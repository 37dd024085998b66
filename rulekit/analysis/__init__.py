"""Questions asked of any game through its public interface; knows no single game."""
