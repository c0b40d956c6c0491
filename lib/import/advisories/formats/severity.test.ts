import { expect, it } from 'vitest';
import { scoreOf } from '#lib/advisory-formats/cvss.ts';
import { severityOf, severityOfWord } from './severity.ts';
import type { ImportedSeverity } from '#lib/import/advisories/types.ts';

const v2 = (score: string): ImportedSeverity => ({ type: 'CVSS_V2', score });
const v3 = (score: string): ImportedSeverity => ({ type: 'CVSS_V3', score });
const v4 = (score: string): ImportedSeverity => ({ type: 'CVSS_V4', score });

// Scores as the calculators of FIRST and NVD give them.
it.each<[ImportedSeverity, number, number]>([
  [v2('AV:N/AC:L/Au:N/C:N/I:N/A:C'), 7.8, 3],
  [v2('AV:L/AC:H/Au:N/C:N/I:P/A:N'), 1.2, 1],
  [v3('CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N'), 6.1, 2],
  [v3('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'), 9.8, 4],
  [v3('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N'), 0, 0],
  [v4('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'), 9.3, 4],
  [v4('CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'), 7.3, 3],
])('scores %j', (severity, score, rank) => {
  expect([scoreOf(severity), severityOf([severity])]).toEqual([score, rank]);
});

it.each([
  v2('AV:N'),
  v2('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'),
  v3('CVSS:3.1/AV:N/AC:L'),
  v3('CVSS:3.1/AV:Z/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'),
  v3('9.8'),
  v3(''),
  v4('CVSS:4.0/AV:N'),
])('knows that it is no vector: %j', (severity) => {
  expect(scoreOf(severity)).toBeNull();
});

it('goes by the newest version', () => {
  const low = v4('CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N');
  const critical = v3('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H');
  expect(severityOf([critical, low])).toBe(1);
  expect(severityOf([])).toBe(0);
  expect(['Moderate', 'HIGH', 'unknown', ''].map(severityOfWord)).toEqual([2, 3, 0, 0]);
});
