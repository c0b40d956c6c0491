import { expect, it } from 'vitest';
import type { Advisory } from '#lib/resources/rows.ts';
import type { Reads } from '#lib/store/store.ts';
import { planOf } from './plan.ts';

it('plans only some of the records that are compared with thousands of events', async () => {
  const place = {
    artifactName: 'foo',
    artifactType: 'library' as const,
    artifactArchitecture: '',
    artifactFamily: 'npm',
    componentName: 'foo',
    componentType: 'npm',
    componentLocation: '',
  };
  const row: Advisory = {
    ...place,
    uid: 'group/advisory',
    parent: 'group',
    advisoryId: 'CVE-2026-1',
    summary: '',
    author: '',
    severity: 0,
    severities: [],
    status: 'TRUE_POSITIVE_DETERMINATION',
    fixedVersion: '',
    aliases: [],
    events: Array.from({ length: 3_000 }, (_, at) => ({
      uid: at.toString(16),
      createTime: '2026-01-01T00:00:00.000Z',
      author: '',
      truePositiveDetermination: { note: '' },
    })),
    origin: null,
    createTime: new Date(0),
    updateTime: new Date(0),
    revision: 1,
  };
  const advisory = {
    ...place,
    advisoryId: 'CVE-2026-1',
    aliases: [],
    fixedVersion: '',
    events: [],
    addsToStored: true,
  };
  const batch = [1, 2, 3, 4, 5].map((line) => ({ file: 'a', line, advisory }));
  const found = {
    uids: () => Promise.resolve([row.uid]),
    getAll: (type: string) => Promise.resolve(type === 'Advisory' ? [row] : []),
  };
  const { rest, unchanged } = await planOf(found as object as Reads, batch, {
    parent: 'group',
    taken: 0,
  });
  expect({ rest, unchanged }).toEqual({ rest: batch.slice(2), unchanged: 2 });
});
