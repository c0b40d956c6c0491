import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import { SaidStatements } from './said-statements.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';

const TIME = '2026-01-01T00:00:00.000Z';
const product = 'pkg:deb/debian/foo@1';
const stored = (of: JsonObject) =>
  new SaidStatements({
    events: [{ uid: 'a', createTime: TIME, fixed: { fixedVersion: '2', note: '' } }],
    origin: { events: { a: of } },
  });
const event = (more: Partial<ImportedEvent>): ImportedEvent => ({
  kind: 'fixed',
  data: { fixedVersion: '2', note: '' },
  createTime: TIME,
  author: '',
  origin: { product },
  ...more,
});

it.each<[string, JsonObject, Partial<ImportedEvent>, boolean]>([
  ['all is the same', { product }, {}, true],
  ['it has no time', { product }, { createTime: undefined }, true],
  ['the stored one names no product', {}, {}, true],
  ['the time differs', { product }, { createTime: '2026-01-02T00:00:00.000Z' }, false],
  ['a finer time differs', { product, finerTime: '5' }, {}, false],
  ['the version of the fix differs', { product }, { data: { fixedVersion: '3', note: '' } }, false],
  ['the product differs', { product }, { origin: { product: 'pkg:deb/debian/foo@2' } }, false],
  ['the note differs', { product }, { data: { fixedVersion: '2', note: 'x' } }, false],
])('compares a statement with a stored one: %s', (_, of, more, isSaid) => {
  expect(stored(of).has(event(more))).toBe(isSaid);
});
