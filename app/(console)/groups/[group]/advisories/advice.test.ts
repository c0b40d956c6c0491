import { describe, expect, it } from 'vitest';
import { adviceFor } from '#app/(console)/groups/[group]/advisories/advice.ts';
import { STATUS_LABELS } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import type { Advisory } from '#lib/client/resources/resources.ts';

const CURL: Advisory = {
  uid: 'u',
  advisoryId: 'CGA-2345-6789-cfgh',
  aliases: [],
  artifactName: 'curl',
  artifactType: 'apk',
  artifactArchitecture: '',
  componentName: 'curl',
  componentType: 'apk',
  componentLocation: '',
  summary: '',
  author: '',
  severity: 'HIGH',
  severities: [],
  status: 'DETECTION',
  fixedVersion: '',
  events: [],
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
};
const EVENT = { uid: 'e', createTime: CURL.createTime, author: '' };

describe('adviceFor', () => {
  it('has words for every status', () => {
    const titles = Object.keys(STATUS_LABELS).map(
      (status) => adviceFor({ ...CURL, status: status as Advisory['status'] }).title,
    );
    expect(titles.every((title) => title !== '')).toBe(true);
    expect(new Set(titles).size).toBeGreaterThan(6);
  });

  it('names the version with the fix, and the artifact', () => {
    const fixed: Advisory = { ...CURL, status: 'FIXED', fixedVersion: '8.19.0' };
    expect(adviceFor(fixed).title).toBe('Update curl to 8.19.0 or later');
    expect(adviceFor({ ...fixed, artifactName: 'nginx' }).title).toBe(
      'Update curl in nginx to 8.19.0 or later',
    );
  });

  it('says why there is nothing to do', () => {
    const falsePositiveDetermination = {
      type: 'VULNERABLE_CODE_VERSION_NOT_USED',
      note: '',
    } as const;
    const advice = adviceFor({
      ...CURL,
      status: 'FALSE_POSITIVE_DETERMINATION',
      fixedVersion: '8.19.0',
      events: [
        { ...EVENT, detection: {} },
        { ...EVENT, falsePositiveDetermination },
      ],
    });
    expect(advice).toEqual({
      kind: 'nothing',
      title: 'Nothing to do',
      detail: 'The vulnerable version is not used',
    });
  });

  it('prefers the note of the event to the usual words', () => {
    const waiting: Advisory = { ...CURL, status: 'PENDING_UPSTREAM_FIX' };
    expect(adviceFor(waiting).detail).toBe('Limit who can reach curl until then.');
    const noted = { ...EVENT, pendingUpstreamFix: { note: 'Due in May.' } };
    expect(adviceFor({ ...waiting, events: [noted] }).detail).toBe('Due in May.');
  });
});
