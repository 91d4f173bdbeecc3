"""What all modes share of emission: the output module, the body under construction, arithmetic,
bulk memory, arenas, debug locations and alias scopes. Nothing here belongs to one mode.
"""
