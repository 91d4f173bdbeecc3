"""Forward mode: values and their tangents, computed together in one run. `mode` has what is at
hand, `rebuilt` the way through the blocks."""
