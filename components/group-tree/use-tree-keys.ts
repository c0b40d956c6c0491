'use client';

import { type KeyboardEvent, useRef } from 'react';
import { type Row, rowAt, rowCount, rowOf } from '#components/group-tree/rows.ts';
import type { Tree } from '#components/group-tree/use-tree.ts';

export interface TreeActions {
  /** Moves focus to a row. */
  moveTo: (row: number) => void;
  expand: (row: Row) => void;
  collapse: (row: Row) => void;
  /** Opens the group, or retries if it could not be loaded. */
  open: (row: Row) => void;
  /** Expands the siblings of a row, up to one page of them. */
  expandSiblings: (row: Row) => void;
  /** Moves to the next row that starts with these characters. */
  seek: (prefix: string, row: Row) => void;
  /** The number of visible rows. */
  pageRows: () => number;
}

const TYPING_MS = 600;

/* No group name contains other characters, so they remain free for shortcuts. */
const NAME_CHARACTER = /^[a-z0-9 ._-]$/i;

/** The keys of the WAI-ARIA tree pattern. */
export function useTreeKeys(tree: Tree, active: Row | undefined, actions: TreeActions) {
  const typed = useRef({ prefix: '', at: 0 });

  const groupOf = (row: Row) => tree.groupAt(row.parent, row.index);

  const right = (row: Row) => {
    const group = groupOf(row);
    if (!group || tree.isLeaf(group.uid)) return;
    if (!tree.isExpanded(group.uid)) actions.expand(row);
    else if (rowAt(tree.runs, row.row + 1)?.parentRow === row.row) actions.moveTo(row.row + 1);
  };

  const left = (row: Row) => {
    const group = groupOf(row);
    if (group && tree.isExpanded(group.uid) && !tree.isLeaf(group.uid)) actions.collapse(row);
    else if (row.parentRow >= 0) actions.moveTo(row.parentRow);
  };

  const type = (character: string, row: Row, now: number) => {
    const isFresh = now - typed.current.at > TYPING_MS;
    // Repeating a letter goes to the next match instead of searching for the letter twice.
    const isRepeat = !isFresh && typed.current.prefix === character;
    const prefix = isFresh || isRepeat ? character : typed.current.prefix + character;
    typed.current = { prefix, at: now };
    actions.seek(prefix, row);
  };

  return (event: KeyboardEvent) => {
    if (!active || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = rowCount(tree.runs) - 1;
    const to = (row: number) => actions.moveTo(Math.min(last, Math.max(0, row)));
    const keys: Record<string, () => void> = {
      ArrowDown: () => to(active.row + 1),
      ArrowUp: () => to(active.row - 1),
      ArrowRight: () => right(active),
      ArrowLeft: () => left(active),
      Home: () => to(0),
      End: () => to(last),
      PageDown: () => to(active.row + actions.pageRows()),
      PageUp: () => to(active.row - actions.pageRows()),
      Enter: () => actions.open(active),
      '*': () => actions.expandSiblings(active),
    };
    const isTyping = event.timeStamp - typed.current.at <= TYPING_MS && typed.current.prefix !== '';
    const move = event.key === ' ' && !isTyping ? () => actions.open(active) : keys[event.key];
    if (move) {
      typed.current.prefix = '';
      move();
    } else if (NAME_CHARACTER.test(event.key)) {
      type(event.key.toLowerCase(), active, event.timeStamp);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

/* The maximum number of rows checked per keystroke; it takes a few milliseconds. */
const MAX_LOOKED_AT = 50_000;

/** The first loaded row after `from`, wrapping around, whose name starts with `prefix`. */
export function findByPrefix(tree: Tree, prefix: string, from: number): number | undefined {
  const count = rowCount(tree.runs);
  for (let step = 0; step < Math.min(count, MAX_LOOKED_AT); step += 1) {
    const row = rowAt(tree.runs, (from + step) % count)!;
    if (tree.groupAt(row.parent, row.index)?.name.startsWith(prefix)) return row.row;
  }
  return undefined;
}

/**
 * Keeps a position valid when rows disappear: the same position, else the last sibling, else the
 * parent.
 */
export function settle(tree: Tree, place: { parent: string; index: number }): Row | undefined {
  for (let index = place.index; index >= 0; index -= 1) {
    const row = rowOf(tree.runs, place.parent, index);
    if (row !== undefined) return rowAt(tree.runs, row);
  }
  return rowAt(tree.runs, 0);
}
