"""The course, which stands on the engine: articles, exercises, and the class tournament."""
