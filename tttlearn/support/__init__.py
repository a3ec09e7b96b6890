"""What any program needs: checked arguments, compiling, files, text, progress."""
