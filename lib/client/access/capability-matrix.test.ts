import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAPABILITIES, type Capability } from '#lib/resources/capabilities.ts';
import * as matrix from './capability-matrix.ts';

const some = fc.subarray([...CAPABILITIES]);

test('every capability has one cell, and every family a name', () => {
  const cells = matrix.MATRIX.flatMap(matrix.rowCapabilities);
  expect(cells.toSorted()).toEqual([...CAPABILITIES].toSorted());
  const columns = matrix.MATRIX_COLUMNS.flatMap((_, index) => matrix.columnCapabilities(index));
  expect(columns.toSorted()).toEqual([...CAPABILITIES].toSorted());
  expect(matrix.MATRIX.filter(({ family, label }) => family === label)).toEqual([]);
});

test('a box for several shows how many are chosen', () => {
  const [groups] = matrix.MATRIX;
  const all = groups ? matrix.rowCapabilities(groups) : [];
  expect(matrix.coverage(all, new Set())).toBe('none');
  expect(matrix.coverage(all, new Set(['groups.list', 'repo.list']))).toBe('some');
  expect(matrix.coverage(all, new Set(CAPABILITIES))).toBe('all');
});

test('ticking several adds only what may be added, and touches nothing else', () => {
  fc.assert(
    fc.property(some, some, some, (toggles, chosen, allowed) => {
      const before = new Set<string>(chosen);
      const isAllowed = (name: Capability) => allowed.includes(name);
      const after = new Set<string>(matrix.toggled(toggles, before, isAllowed));
      const added = [...after].filter((name) => !before.has(name));
      const gone = [...before].filter((name) => !after.has(name));
      expect(added.every((name) => isAllowed(name as Capability))).toBe(true);
      expect([...added, ...gone].every((name) => toggles.includes(name as Capability))).toBe(true);
      expect(added.length > 0 && gone.length > 0).toBe(false);
      expect([...after]).toEqual(matrix.inOrder(after));
    }),
  );
});

test('ticking twice chooses all, then none', () => {
  const list = matrix.columnCapabilities(0);
  const all = matrix.toggled(list, new Set(['audit.list', 'repo.sync']), () => true);
  expect(matrix.coverage(list, new Set(all))).toBe('all');
  expect(matrix.toggled(list, new Set(all), () => true)).toEqual(['repo.sync']);
});

test('what may not be chosen can be taken away', () => {
  expect(matrix.toggled(['audit.list'], new Set(['audit.list']), () => false)).toEqual([]);
  expect(matrix.toggled(['audit.list'], new Set(), () => false)).toEqual([]);
});

test('keys lead from box to box only', () => {
  const rows = matrix.MATRIX.map(({ family }) => family);
  const audit = rows.indexOf('audit') + 1;
  const at = (row: number, column: number) => ({ row, column });
  expect(matrix.placeAfter('ArrowRight', false, at(0, 0))).toEqual(at(0, 1));
  expect(matrix.placeAfter('ArrowUp', false, at(0, 0))).toBeNull();
  expect(matrix.placeAfter('ArrowRight', false, at(audit, 1))).toBeNull();
  expect(matrix.placeAfter('End', false, at(audit, 0))).toEqual(at(audit, 1));
  expect(matrix.placeAfter('End', true, at(0, 0))).toEqual(at(audit, 1));
  expect(matrix.placeAfter('Home', true, at(audit, 1))).toEqual(at(0, 0));
  expect(matrix.placeAfter('Home', false, at(3, 4))).toEqual(at(3, 0));
  // Of the families below associations, only subscriptions and request rules have a verb in column 3.
  const invites = rows.indexOf('group_invites') + 1;
  const subscriptions = at(rows.indexOf('subscriptions') + 1, 3);
  const requestRules = at(rows.indexOf('request_rules') + 1, 3);
  expect(matrix.placeAfter('ArrowDown', false, at(invites - 1, 3))).toEqual(subscriptions);
  expect(matrix.placeAfter('ArrowDown', false, subscriptions)).toEqual(requestRules);
  expect(matrix.placeAfter('ArrowDown', false, requestRules)).toBeNull();
  expect(matrix.placeAfter('ArrowDown', false, at(invites, 5))).toEqual(
    at(rows.indexOf('repo') + 1, 5),
  );
  expect(matrix.placeAfter('x', false, at(0, 0))).toBeNull();
});
