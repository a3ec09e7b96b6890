# Thin aliases; everything happens in run.py.
.PHONY: lab test bench execute

lab test bench execute:
	@python3 run.py $@
