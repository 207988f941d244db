# Targets for the top Makefile.

.PHONY: hardware
hardware: ## Make drawings, boards and enclosure anew and check them, in an environment of their own
	$(MAKE) -C hardware PYTHON="$(PYTHON)"
