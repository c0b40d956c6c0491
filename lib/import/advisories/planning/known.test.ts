import { expect, it } from 'vitest';
import { whereMayChange } from './known.ts';
import type { ImportedAdvisory } from '#lib/import/advisories/types.ts';

const imported = (advisoryId: string, artifactName: string, more = {}): ImportedAdvisory => ({
  advisoryId,
  aliases: [],
  fixedVersion: '',
  events: [],
  artifactName,
  artifactType: 'library',
  artifactArchitecture: '',
  artifactFamily: '',
  componentName: '',
  componentType: '',
  componentLocation: '',
  ...more,
});

const many = (make: (number: number) => ImportedAdvisory) =>
  JSON.stringify(
    whereMayChange(
      'g',
      Array.from({ length: 200 }, (_, number) => make(number)),
    ),
  );

it('reads of one vulnerability only the artifacts that a batch names', () => {
  expect(many((number) => imported('CVE-1', `a${number}`))).toContain('artifactName');
});

it('looks up no more combinations than it has to', () => {
  expect(many((number) => imported(`CVE-${number}`, `a${number}`))).not.toContain('artifactName');
});

it('reads what a whole record may leave out', () => {
  const { of } = whereMayChange('g', [imported('CVE-1', 'a', { recordPlaces: [] })]) as {
    of: unknown;
  };
  expect(of).toContainEqual({
    kind: 'any',
    of: [
      { kind: 'alike', column: 'artifactName', forms: ['a'] },
      { kind: 'in', column: 'advisoryId', values: ['CVE-1'] },
    ],
  });
});
