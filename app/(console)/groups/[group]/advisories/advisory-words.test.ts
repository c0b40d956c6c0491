import { describe, expect, test } from 'vitest';
import { EVENT_STATUS, STATUS_UNSPECIFIED } from '#lib/resources/advisory-statuses.ts';
import { aliasHref, eventText, STATUS_LABELS } from './advisory-words.ts';

const base = { uid: 'u', createTime: '2026-01-01T00:00:00.000Z', author: '' };

test('every status has words', () => {
  const statuses = [...Object.values(EVENT_STATUS), STATUS_UNSPECIFIED].sort();
  expect(Object.keys(STATUS_LABELS).sort()).toEqual(statuses);
});

describe('an event', () => {
  test('of a fix names the version', () => {
    expect(eventText({ ...base, fixed: { fixedVersion: '1.2', note: 'n' } })).toEqual({
      title: 'Fixed in 1.2',
      detail: 'n',
    });
  });

  test('of a false positive gives the justification in words', () => {
    const type = 'VULNERABLE_CODE_NOT_IN_EXECUTION_PATH';
    const { detail } = eventText({ ...base, falsePositiveDetermination: { type, note: 'See X' } });
    expect(detail).toBe('The vulnerable code is never run. See X');
  });

  test('of a scan names the scanner', () => {
    const detection = { scan: { scanner: 'grype', component: 'zlib' } };
    expect(eventText({ ...base, detection }).detail).toBe('Found by grype in zlib');
  });
});

test('aliases link the pages that describe them', () => {
  expect(aliasHref('CVE-2024-12345')).toContain('nvd.nist.gov');
  expect(aliasHref('GHSA-abcd-1234-wxyz')).toContain('github.com/advisories');
  expect(aliasHref('javascript:alert(1)')).toBeNull();
});
