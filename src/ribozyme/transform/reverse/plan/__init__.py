"""What reverse mode decides before it emits: what is saved and where, which values are
rematerialised, which loops are reversed in one pass. A plan is a printable value."""
