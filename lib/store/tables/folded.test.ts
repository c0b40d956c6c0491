import { expect, it } from 'vitest';
import { RESOURCES } from '#lib/resources/index.ts';
import { insertRows, updateRows } from '#lib/store/sql/bulk.ts';
import { dialect } from '#lib/store/sqlite/dialect.ts';
import { foldedColumn, storedFold, withDerived } from './folded.ts';

/** Their names are ASCII by their rules. */
const ASCII_ALONE: readonly string[] = ['Group', 'Repo', 'Tag'];

it('has a folded form of every column that searches look in', () => {
  const without = RESOURCES.filter(({ type }) => !ASCII_ALONE.includes(type)).flatMap(
    ({ type, filters }) =>
      Object.values(filters)
        .flatMap((filter) => (filter.kind === 'search' ? filter.columns : []))
        .filter((column) => foldedColumn(type, column) === null)
        .map((column) => `${type}.${column}`),
  );
  expect(without).toEqual([]);
});

it('replaces a folded form with its text, and leaves it where the text is not written', () => {
  const folds = (columns: object) => withDerived('Role', columns);
  expect(folds({ name: 'É', description: 'x' })).toEqual({
    name: 'É',
    description: 'x',
    nameFolded: 'é',
    nameOrder: 'e\u0001É',
  });
  expect(folds({ name: 'e', nameFolded: 'é' })).toEqual({
    name: 'e',
    nameFolded: null,
    nameOrder: 'e\u0001e',
  });
  expect(folds({ description: 'x' })).toEqual({ description: 'x' });
  expect(folds({ name: undefined })).toEqual({ name: undefined });
});

it('folds no more of a text than is searched, and no half of a character', () => {
  const folded = storedFold(`É${'x'.repeat(4_094)}😀`) ?? '';
  expect([folded.length, folded.isWellFormed()]).toEqual([4_096, true]);
});

it('is written with many rows at once', () => {
  const row = { uid: 'a', name: 'É' };
  const { sql, params } = updateRows(dialect, 'Role', [row], ['name']);
  expect(sql).toContain('"nameFolded" =');
  expect(params).toEqual(['[{"uid":"a","name":"É","nameFolded":"é","nameOrder":"e\\u0001É"}]']);
  const whole = expect.stringContaining('"nameFolded":"é"') as string;
  expect(insertRows(dialect, 'Role', [row]).params).toEqual([whole]);
});
