# Thin aliases; everything happens in run.py.
.PHONY: lab test bench execute editions site

lab test bench execute editions site:
	@python3 run.py $@
