"""What all modes share: requests, facts, the shape of values, call sites, the body under
construction, and emission. Nothing here belongs to one mode."""
