"""Forward mode: values and their tangents, computed together in one run."""
