"""What has to be run, on which treebanks, and what it costs."""
