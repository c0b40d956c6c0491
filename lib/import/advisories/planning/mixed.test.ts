import { expect, it } from 'vitest';
import type { Advisory } from '#lib/resources/rows.ts';
import { takenApart } from './mixed.ts';

it('looks at each event a few times only, however many packages the events are about', () => {
  const uids = Array.from({ length: 200 }, (_, at) => at.toString(16));
  let looks = 0;
  const events = uids.map((uid) => ({
    get uid() {
      looks += 1;
      return uid;
    },
    truePositiveDetermination: { note: '' },
  }));
  const productOf = (uid: string) => ({ product: `pkg:deb/debian/foo?distro=${uid}` });
  const origin = { events: Object.fromEntries(uids.map((uid) => [uid, productOf(uid)])) };
  const row: Advisory = {
    uid: 'group/advisory',
    parent: 'group',
    advisoryId: 'CVE-2026-1',
    artifactName: 'foo',
    artifactType: 'library',
    artifactArchitecture: '',
    artifactFamily: '',
    componentName: 'foo',
    componentType: 'Debian',
    componentLocation: '',
    summary: '',
    author: '',
    severity: 0,
    severities: [],
    status: 'TRUE_POSITIVE_DETERMINATION',
    fixedVersion: '',
    aliases: [],
    events,
    origin,
    createTime: new Date(0),
    updateTime: new Date(0),
    revision: 1,
  };
  expect(takenApart(row, () => 'group/other')).toHaveLength(uids.length);
  expect(looks).toBeLessThan(uids.length * 20);
});
