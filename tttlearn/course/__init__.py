"""The course, which is built on the engine: articles, exercises, and the class tournament."""
