"""Fit the nets of solver/core/judge.hpp to the costs of leads (sample.cpp) and write solver/core/lead_net.hpp.

    python bench/leads/fit.py FILE...  [--epochs 20]

Needs numpy (the extra `bench` has it). Each lead that reaches the target is weighted by the inverse square of the nodes
that it took. The net, one for suits and one for no trump, is fitted to that by softmax over the leads of a position.
One position in eight is kept apart for the test: it prints the cost of the searches up to the first lead that works.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HEADER = Path(__file__).resolve().parents[2] / "solver" / "core" / "lead_net.hpp"
WIDTH, GROUPS = 16, (14, 19, 18)  # units; features of the position, the suit, the card
FEATURES = sum(GROUPS)
MOST = 13
SCALE = 128  # of the integers that are written
BATCH, RATE, DECAY = 256, 0.006, 3e-4
LEAD = np.dtype([("reaches", "<i4"), ("nodes", "<i4"), ("seen", "i1", FEATURES)])
Floats = NDArray[np.float32]


@dataclass
class Sample:
    """Positions by row; leads by column, filled up to MOST: features, nodes, whether it works, whether it is there."""

    seen: Floats
    nodes: Floats
    works: NDArray[np.bool_]
    there: NDArray[np.bool_]
    no_trump: NDArray[np.bool_]

    def of(self, rows: NDArray[np.bool_]) -> "Sample":
        return Sample(*(part[rows] for part in vars(self).values()))


def read(paths: list[Path]) -> Sample:
    heads, positions = [], []
    for path in paths:
        data, at = path.read_bytes(), 0
        while at + 5 <= len(data):
            no_trump, _, _, n, features = data[at : at + 5]
            if features != FEATURES:
                raise SystemExit(f"{path} has {features} features a lead, not {FEATURES}: sample again.")
            if at + 5 + n * LEAD.itemsize > len(data):
                break
            leads = np.frombuffer(data, LEAD, n, at + 5)
            at += 5 + n * LEAD.itemsize
            if leads["reaches"].any():
                heads.append(no_trump)
                positions.append(leads)
    rows = len(positions)
    found = Sample(
        np.zeros((rows, MOST, FEATURES), np.float32),
        np.full((rows, MOST), 1e9, np.float32),
        np.zeros((rows, MOST), bool),
        np.zeros((rows, MOST), bool),
        np.array(heads, bool),
    )
    for row, leads in enumerate(positions):
        n = len(leads)
        found.seen[row, :n], found.nodes[row, :n] = leads["seen"], np.maximum(leads["nodes"], 1)
        found.works[row, :n], found.there[row, :n] = leads["reaches"] != 0, True
    return found


class Net:
    """A net: `out` times the positive part of `seen @ first + start`."""

    def __init__(self, chance: np.random.Generator) -> None:
        self.first = chance.normal(0, 0.9 / FEATURES**0.5, (FEATURES, WIDTH)).astype(np.float32)
        self.start = np.zeros(WIDTH, np.float32)
        self.out = chance.normal(0, 0.3, WIDTH).astype(np.float32)
        self.parts = [self.first, self.start, self.out]

    def of(self, seen: Floats) -> Floats:
        self.units = np.maximum(seen @ self.first + self.start, 0)
        return self.units @ self.out

    def slopes(self, seen: Floats, wrong: Floats) -> list[Floats]:
        """Return the gradients of `first`, `start` and `out` for these errors of each answer. Call it after `of`."""
        back = wrong[..., None] * self.out * (self.units > 0)
        flat = seen.reshape(-1, FEATURES)
        return [
            flat.T @ back.reshape(-1, WIDTH),
            back.sum((0, 1)),
            np.einsum("nmh,nm->h", self.units, wrong),
        ]


def fit(sample: Sample, epochs: int) -> Net:
    """Fit by Adam, with the rate falling to nothing."""
    cheapest = np.where(sample.works, sample.nodes, 1e9).min(1, keepdims=True)
    wished = np.where(sample.works, (cheapest / sample.nodes) ** 2, 0)
    wished /= wished.sum(1, keepdims=True)
    chance = np.random.default_rng(3)
    net = Net(chance)
    mean, square = ([np.zeros_like(part) for part in net.parts] for _ in range(2))
    steps, step = epochs * (len(wished) // BATCH + 1), 0
    for _ in range(epochs):
        order = chance.permutation(len(wished))
        for begin in range(0, len(order), BATCH):
            rows = order[begin : begin + BATCH]
            step += 1
            wrong = softmax(net.of(sample.seen[rows]), sample.there[rows]) - wished[rows]
            slopes = net.slopes(sample.seen[rows], wrong / len(rows))
            rate = RATE * (1.02 - step / steps)
            for part, slope, m, v in zip(net.parts, slopes, mean, square, strict=True):
                slope = slope + DECAY * part
                m += 0.1 * (slope - m)
                v += 0.001 * (slope**2 - v)
                part -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    return net


def softmax(scores: Floats, there: NDArray[np.bool_]) -> Floats:
    scores = np.where(there, scores, -1e9)
    risen = np.exp(scores - scores.max(1, keepdims=True))
    return risen / risen.sum(1, keepdims=True)


def costs(scores: Floats, sample: Sample) -> Floats:
    """Return the nodes up to the first lead that works, by position, in the order of these scores."""
    order = np.argsort(-np.where(sample.there, scores, -1e9), 1, kind="stable")
    nodes, works = (np.take_along_axis(part, order, 1) for part in (sample.nodes, sample.works))
    return np.cumsum(nodes, 1)[np.arange(len(nodes)), works.argmax(1)]


def fitted(sample: Sample, epochs: int, name: str) -> str:
    """Return one net as C++, in integers."""
    spread = np.maximum(sample.seen[sample.there].std(0), 0.05)
    sample.seen /= spread
    apart = np.arange(len(sample.nodes)) * 40 // len(sample.nodes) % 8 == 3  # neighbours are from one deal
    rest, test = sample.of(~apart), sample.of(apart)
    net = fit(rest, epochs)
    found, best = costs(net.of(test.seen), test), np.where(test.works, test.nodes, 1e9).min(1)
    print(f"{name}: {len(sample.nodes)} positions; nodes {np.exp(np.log(found / best).mean()):.3f} of the best")
    weights = whole(net.first / spread[:, None])
    groups, begin = [], 0
    for n in GROUPS:
        groups.append(",\n      ".join(row(line) for line in weights[begin : begin + n]))
        begin += n
    rows = "},\n     {".join(groups)
    return f"    {{{row(whole(net.start))},\n     {{{rows}}},\n     {row(whole(net.out))}}},\n"


def whole(weights: Floats) -> NDArray[np.int16]:
    return np.round(weights * SCALE).astype(np.int16)


def row(numbers: NDArray[np.int16]) -> str:
    return "{" + ", ".join(str(number) for number in numbers) + "}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--epochs", type=int, default=20)
    options = parser.parse_args()
    sample = read(options.files)
    nets = fitted(sample.of(~sample.no_trump), options.epochs, "suits")
    nets += fitted(sample.of(sample.no_trump), options.epochs, "no trump")
    head = HEADER.read_text(encoding="utf-8").partition("constexpr LeadNet LEAD_NETS")[0]
    HEADER.write_text(
        f"{head}constexpr LeadNet LEAD_NETS[2] = {{\n{nets}}};\n\n}}  // namespace SOLO\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
