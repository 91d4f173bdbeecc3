"""What happens to memory: effects of calls, what is overwritten, freed, or accessed by several
threads. It asks points-to which memory an access means."""
