/** The groups of a data set: a tree whose branch sizes follow Zipf's law. */
import type { Random } from '../cli/demo/random.ts';

export interface PlacedGroup {
  uid: string;
  parent: string;
  depth: number;
  /** From 0 for the oldest to 1 for the newest. Everything below a group has about the same age. */
  age: number;
  /** The number of groups below it. */
  below: number;
}

/** Levels below the root. */
const MAX_DEPTH = 8;
const BRANCHES = 10;

/** `count` groups, the root first, each after its parent. */
export function plantTree(random: Random, count: number): PlacedGroup[] {
  const groups: PlacedGroup[] = [];
  const grow = (parent: string, depth: number, below: number) => {
    const uid = parent === '' ? random.hex(40) : random.childUid(parent);
    groups.push({ uid, parent, depth, age: groups.length / count, below });
    for (const share of shares(below, depth)) grow(uid, depth + 1, share - 1);
  };
  grow('', 0, count - 1);
  return groups;
}

/** The sizes of the branches; the deepest level takes the rest. */
function shares(total: number, depth: number): number[] {
  if (depth + 1 >= MAX_DEPTH) return Array.from({ length: total }, () => 1);
  const branches = Math.min(BRANCHES, total);
  const weights = Array.from({ length: branches }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const sizes = weights.map((weight) => Math.max(1, Math.floor((weight / sum) * total)));
  const rest = total - sizes.reduce((all, size) => all + size, 0);
  return sizes.map((size, index) => (index === 0 ? size + rest : size));
}

/**
 * Draws indexes below `count`, the k-th of a shuffled order with probability proportional to 1/k.
 */
export function zipf(random: Random, count: number): () => number {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random.int(0, last);
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  const scale = Math.log(count + 1);
  return () =>
    order[Math.min(count - 1, Math.floor(Math.exp(random.next() * scale)) - 1)] as number;
}
