"""Make parts of pages that play, learn and answer without a kernel: for site and slides."""
