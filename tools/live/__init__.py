"""Parts of pages that play, learn and answer without a kernel: for the site and for the slides."""
