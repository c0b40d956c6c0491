import { expect, it } from 'vitest';
import { Statements } from './statements.ts';

const listOf = (length: number) =>
  `SELECT 1 WHERE 1 IN (${Array.from({ length }, (_, index) => `$${index + 1}`).join()})`;

it('names a statement once', () => {
  const statements = new Statements(true);
  const names = ['SELECT 1', 'SELECT 2', 'SELECT 1'].map((sql) => statements.nameOf(sql));
  expect(names).toEqual(['grove0', 'grove1', 'grove0']);
});

it('leaves names for others, however many lengths lists have', () => {
  const statements = new Statements(true);
  for (let length = 41; length < 1_000; length += 1) {
    expect(statements.nameOf(listOf(length))).toBe('');
  }
  expect(statements.nameOf('SELECT 1')).toBe('grove0');
});

it('names no more than a connection can keep', () => {
  const statements = new Statements(true);
  const names = Array.from({ length: 600 }, (_, index) => statements.nameOf(`SELECT ${index}`));
  expect(names.filter((name) => name !== '')).toHaveLength(500);
});

it('names none where the server keeps none, even if that shows later', () => {
  expect(new Statements(false).nameOf('SELECT 1')).toBe('');
  const statements = new Statements(true);
  statements.nameOf('SELECT 1');
  statements.stop();
  expect(statements.nameOf('SELECT 1')).toBe('');
});
