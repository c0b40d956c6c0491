import { expect, it } from 'vitest';
import { wrongSections, wrongVersions } from './version.ts';

const changelog = (...titles: string[]) => titles.map((title) => `## ${title}\n\ntext\n`).join('');

it('is one version in all files', () => {
  expect(wrongVersions()).toEqual([]);
});

it('is that of the newest dated section of the changelog', () => {
  const released = changelog('Unreleased', '0.2.0 (2026-12-01)', '0.1.0 (2026-11-24)');
  expect(wrongSections(released, '0.2.0')).toEqual([]);
  expect(wrongSections(released, '0.1.0')).toEqual([
    'CHANGELOG.md: the newest version must be 0.1.0',
  ]);
  expect(wrongSections(changelog('Unreleased', '0.2.0'), '0.2.0')).toEqual([
    'CHANGELOG.md: "0.2.0" must be a version and its date, as 1.2.3 (2027-01-31)',
    'CHANGELOG.md: the newest version must be 0.2.0',
  ]);
  expect(wrongSections(changelog('0.2.0 (2026-12-01)'), '0.2.0')[0]).toContain('"Unreleased"');
});
