"""What a derivative does, in words: cost by source line, the passes before it, why it is zero. It
is read from the plan that emission carries out."""
