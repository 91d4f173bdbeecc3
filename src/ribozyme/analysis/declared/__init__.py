"""What names, attributes and metadata say: effects of library calls, TBAA, scopes, the types of
the source. It is read as it stands; nothing is inferred."""
