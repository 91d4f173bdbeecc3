"""What all modes share before anything is emitted: requests, facts, the shape of values, call
sites, refusals. Nothing here belongs to one mode.
"""
