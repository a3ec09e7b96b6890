"""The named players and learners, and saved ones."""
