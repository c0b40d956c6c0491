import { expect, it } from 'vitest';
import { askedIn } from '#components/frame/palette/palette-asked.ts';

it.each([
  ['create identity in payments', 'payments', 'New identity in P', '/groups/a.b/identities/new'],
  ['New role binding on shop api', 'shop api', 'New role binding in P', '/groups/a.b/access/new'],
  ['add a group to payments', 'payments', 'New group in P', '/groups/a.b/children/new'],
  ['connect workflow to shop', 'shop', 'Connect a workflow to P', '/groups/a.b/access/connect'],
  ['Block ada@acme', 'ada@acme', 'Block or unblock P…', '/groups/a/identities/a.b?block='],
  ['unblock ada', 'ada', 'Block or unblock P…', '/groups/a/identities/a.b?block='],
])('%s', (text, name, label, href) => {
  const asked = askedIn(text);
  expect(asked?.name).toBe(name);
  expect(asked?.labelOf('P')).toBe(label);
  expect(asked?.hrefOf('a/b')).toBe(href);
});

it.each(['', 'block', 'create identity', 'create advisory in shop', 'payments', 'blocked'])(
  'no command: "%s"',
  (text) => {
    expect(askedIn(text)).toBeNull();
  },
);
