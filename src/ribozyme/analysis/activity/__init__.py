"""Which values and memory carry a derivative, and where a dependence ends. It asks types what may
carry one, and points-to how it travels."""
