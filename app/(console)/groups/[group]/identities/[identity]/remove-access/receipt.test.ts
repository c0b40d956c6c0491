import { expect, it } from 'vitest';
import type { Held } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/held.ts';
import { receiptOf } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/receipt.ts';

const held = (id: string, name: string, stays: string | false = false): Held => ({
  id,
  noun: id.includes('/') ? 'Role binding' : '',
  name,
  stays,
  request: { method: 'DELETE', path: `/${id}` },
  run: () => Promise.resolve(),
});
const ABOUT = {
  identity: { uid: 'a/1', name: 'Ada' },
  url: 'https://grove.example.com',
  by: 'bob@acme.example',
};
const TIME = '2026-11-26T10:00:00.000Z';

it('names what was removed, what failed and what was not tried, with uids', () => {
  const steps = [
    held('sessions', '2 sessions'),
    held('a/2', 'viewer on acme'),
    held('a/3', 'owner on acme'),
  ];
  const text = receiptOf(ABOUT, {
    steps,
    finished: ['sessions', 'a/2'],
    failures: [{ id: 'a/3', name: 'owner on acme', why: 'It is the last owner.' }],
    stayed: [held('a/4', 'auditor on acme', 'A role rule made it')],
    time: TIME,
  });
  expect(text).toBe(`Access removed from Ada
  a/1
On https://grove.example.com, by bob@acme.example
${TIME}

Removed:
- 2 sessions
- Role binding: viewer on acme
  a/2

Not removed:
- Role binding: owner on acme. It is the last owner.
  a/3

Left as it was:
- Role binding: auditor on acme. A role rule made it
  a/4
`);
});

it('leaves out empty sections', () => {
  const text = receiptOf(ABOUT, {
    steps: [held('block', 'Identity blocked')],
    finished: ['block'],
    failures: [],
    stayed: [],
    time: TIME,
  });
  expect(text).toContain('- Identity blocked');
  expect(text).not.toMatch(/Not removed|Left as it was/);
});
