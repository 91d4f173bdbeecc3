"""What to save: the cheapest set of nodes from which all needed values can be rematerialised.

A node is *free* when its recipe, followed to the end, asks for nothing that must be kept, and costs
nothing; free nodes are in no cut. The rest falls into connected components. Each has a minimum cut
of its own, up to `LARGE` nodes; a larger one a greedy cut in one pass, since Dinic's algorithm is
not linear. Then chains of recomputation that pass through many blocks are cut short (`shortened`):
the reverse of each block would follow its chain all the way up, and the code would grow with the
square of the program. So would that of loops in a row, each over what the one before has stored
(`forwarded`).

    needed x, sin x, x·x      saved: x       (sin x is not computed again: needed x, sin x: both)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from ribozyme.base.graph import INF, UnionFind, min_cut
from ribozyme.transform.reverse.plan.nodes import Node

LARGE: Final = 2000

Recipe = tuple[Node, ...] | None
Recipes = dict[Node, Recipe]


def closure(needed: Iterable[Node], recipe: Callable[[Node], Recipe]) -> Recipes:
    """The recipes of all nodes below the needed ones, each after those it is computed from."""
    known: Recipes = {}
    found: Recipes = {}
    work = [(node, False) for node in sorted(needed, reverse=True)]
    while work:
        node, done = work.pop()
        if done:
            found[node] = known[node]
        elif node not in known:
            known[node] = recipe(node)
            work.append((node, True))
            work.extend((operand, False) for operand in known[node] or ())
    return found


def cheapest(
    recipes: Recipes,
    needed: set[Node],
    kept: Callable[[Node], int],
    again: Callable[[Node], int],
) -> set[Node]:
    """The cheapest cut by what it costs to keep nodes and to compute them again; among equals the
    one nearest to what is needed. Of many nodes, those that need nothing kept are free."""
    priced = {node for node in recipes if again(node)}
    bound = _bound(recipes, priced)
    if len(bound) > LARGE:
        bound = _bound(recipes, set())
    saved: set[Node] = set()
    for component in _components(recipes, bound):
        part = {node: recipes[node] for node in component}
        wanted = [node for node in component if node in needed]
        method = _minimum if len(component) <= LARGE else _greedy
        saved |= method(part, wanted, kept, again)
    return saved


def shortened(
    recipes: Recipes,
    needed: set[Node],
    saved: set[Node],
    place: Callable[[Node], tuple[int, int]],
    limit: Callable[[Node], int],
    told: Collection[Node] = (),
) -> set[Node]:
    """`saved` and what else is saved so that no recomputation passes through too many blocks.

    `place` gives loop and block of a node. What belongs to an outer loop is computed once, where
    the loop is entered, and lengthens no chain; what tells a node of `told`, in a loop beside, is
    computed again in every run like what is of the same loop.
    """
    again = _made(recipes, needed, saved)
    found = set(saved)
    length: dict[Node, int] = {}
    for node, recipe in recipes.items():
        length[node] = 0
        if node in found or node not in again or not recipe:
            continue
        loop, block = place(node)
        for operand in recipe:
            around, above = place(operand)
            if (around == loop or node in told) and above >= 0:
                length[node] = max(length[node], length.get(operand, 0) + (above != block))
        if length[node] > limit(node):
            found.add(node)
            length[node] = 0
    return found if len(found) == len(saved) else found & _made(recipes, needed, found)


def _made(recipes: Recipes, needed: set[Node], saved: set[Node]) -> set[Node]:
    """The nodes that the reverse sweep makes: loads those saved, computes the others again."""
    found: set[Node] = set()
    work = list(needed)
    while work:
        node = work.pop()
        if node not in found:
            found.add(node)
            work.extend(() if node in saved else recipes[node] or ())
    return found


def _bound(recipes: Recipes, priced: set[Node]) -> set[Node]:
    """The nodes that are not free."""
    found: set[Node] = set()
    for node, recipe in recipes.items():
        if recipe is None or node in priced or any(operand in found for operand in recipe):
            found.add(node)
    return found


def _components(recipes: Recipes, bound: set[Node]) -> list[list[Node]]:
    """The bound nodes by connected component, in the order of `recipes`."""
    nodes = [node for node in recipes if node in bound]
    index = {node: number for number, node in enumerate(nodes)}
    sets = UnionFind(len(nodes))
    for node in nodes:
        for operand in recipes[node] or ():
            if operand in bound:
                sets.union(index[node], index[operand])
    found: dict[int, list[Node]] = {}
    for node in nodes:
        found.setdefault(sets.find(index[node]), []).append(node)
    return list(found.values())


def _minimum(
    recipes: Recipes,
    needed: list[Node],
    kept: Callable[[Node], int],
    again: Callable[[Node], int],
) -> set[Node]:
    """The minimum cut of a component."""
    index = {node: number for number, node in enumerate(recipes)}
    # node n is split: 2n receives, 2n+1 gives; the source feeds it at the price of computing it
    source, sink = 2 * len(index), 2 * len(index) + 1
    edges = [(2 * number + 1, sink, INF) for number in (index[node] for node in needed)]
    for node, number in index.items():
        edges.append((2 * number, 2 * number + 1, kept(node)))
        recipe = recipes[node]
        price = INF if recipe is None else again(node)
        if price:
            edges.append((source, 2 * number, price))
        edges.extend((2 * index[op] + 1, 2 * number, INF) for op in recipe or () if op in index)
    inside = min_cut(2 * len(index) + 2, edges, source, sink, "sink").inside
    return {node for node, n in index.items() if inside[2 * n] and not inside[2 * n + 1]}


def _greedy(
    recipes: Recipes,
    needed: list[Node],
    kept: Callable[[Node], int],
    again: Callable[[Node], int],
) -> set[Node]:
    """A cut in one pass: a needed node is saved, or computed again where that costs less."""
    price: dict[Node, int] = {}
    for node, recipe in recipes.items():
        own = kept(node)
        parts = own if recipe is None else sum(price.get(operand, 0) for operand in recipe)
        price[node] = min(own, parts + again(node))
    saved: set[Node] = set()
    there: set[Node] = set()
    for wanted in needed:
        work = [wanted]
        while work:
            node = work.pop()
            if node in there or node not in recipes:
                continue
            there.add(node)
            recipe = recipes[node]
            missing = [operand for operand in recipe or () if operand not in there]
            parts = again(node) + sum(price.get(operand, 0) for operand in missing)
            if recipe is None or kept(node) <= parts:
                saved.add(node)
            else:
                work += missing
    return saved
