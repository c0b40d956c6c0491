// @module-tag alone
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { randomly } from '../../e2e/support/random.ts';
import { counts } from '#lib/counts.ts';
import { perProcess } from '#lib/per-process.ts';
import { OF_A_KIND } from './joined-notices.ts';
import type { Message } from './message.ts';

const sent: Message[] = [];
const lost: { what: string; count: number }[] = [];
const server = vi.hoisted(() => ({
  refuses: (_subject: string): boolean => false,
  holds: Promise.resolve(),
}));

vi.mock(import('#lib/config.ts'), async (original) => {
  const actual = await original();
  const pace = { mailDelayMs: 0, mailAgainMs: [1], mailJoinMs: 1 };
  const known = { mail: {}, pace, url: 'https://grove.example', installation: {} };
  return { ...actual, config: () => known as ReturnType<typeof actual.config> };
});

vi.mock(import('#lib/audit/joined.ts'), async (original) => ({
  ...(await original()),
  recordLater: ({ after }, count = 1) => {
    lost.push({ what: String(after?.['name']), count });
  },
}));

vi.mock(import('#lib/limits/shares.ts'), async (original) => ({
  ...(await original()),
  shareOf: async (root) => root.replace(/ \d+$/, ''),
}));

vi.mock(import('./smtp.ts'), () => ({
  isTemporary: () => true,
  send: async (_settings, message) => {
    await server.holds;
    if (server.refuses(message.subject)) throw new Error('mailbox unavailable');
    sent.push(message);
  },
}));

const EVERYBODY_MS = 60_000;

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  perProcess('outbox').take();
  sent.length = 0;
  lost.length = 0;
  server.refuses = () => false;
  server.holds = Promise.resolve();
});

const message = (to: string, subject: string): Message => ({ to, subject, text: '' });

/** Posts a link or a notice, each of the subject. */
async function posts() {
  const { mailSent, postLink, postNotice } = await import('./outbox.ts');
  return {
    mailSent,
    link: (root: string, subject: string) =>
      postLink({ what: subject, root, write: async () => message('somebody', subject) }),
    notice: (root: string, topic: string, to: readonly string[]) =>
      postNotice({
        what: topic,
        root,
        topic,
        recipients: async () => to,
        write: async (one) => message(one, topic),
      }),
  };
}

/** How many notices a message stands for. */
const standsFor = ({ subject, text }: Message): number =>
  /more notices? /.test(subject)
    ? [...text.matchAll(/: (\d+) more, the last/g)].reduce((sum, [, more]) => sum + Number(more), 0)
    : 1;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const posting = fc.record({
  isLink: fc.boolean(),
  root: fc.constantFrom('acme', 'evil'),
  topic: fc.constantFrom('A passkey was added', 'An identity now matches somebody else'),
  to: fc.uniqueArray(fc.constantFrom('ann', 'bob', 'cem'), { minLength: 1 }),
});

it('sends, joins or records every message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(posting, { maxLength: 60 }), fc.boolean(), async (all, refuses) => {
      vi.resetModules();
      perProcess('outbox').take();
      sent.length = 0;
      lost.length = 0;
      server.refuses = (subject) => refuses && subject === 'A passkey was added';
      const { mailSent, link, notice } = await posts();
      for (const { isLink, root, topic, to } of all) {
        if (isLink) link(root, topic);
        else notice(root, topic, to);
      }
      await mailSent(EVERYBODY_MS);
      const posted = sum(all.map(({ isLink, to }) => (isLink ? 1 : to.length)));
      const recorded = sum(lost.map(({ count }) => count));
      expect(sum(sent.map(standsFor)) + recorded).toBe(posted);
      if (!refuses) expect(recorded).toBe(0);
    }),
    randomly(40),
  );
});

it('joins what goes beyond the bound of a mailbox, a kind and an organization', async () => {
  const { mailSent, notice } = await posts();
  const joined = counts.mailsJoined;
  for (let change = 0; change < OF_A_KIND + 12; change += 1) notice('evil', 'A change', ['ann']);
  notice('evil', 'Another change', ['ann']);
  notice('evil', 'A change', ['bob']);
  notice('acme', 'A change', ['ann']);
  await mailSent(EVERYBODY_MS);
  const toAnn = sent.filter(({ to }) => to === 'ann').map(({ subject }) => subject);
  expect(toAnn.sort()).toEqual([
    '12 more notices (Grove)',
    ...Array<string>(OF_A_KIND + 1).fill('A change'),
    'Another change',
  ]);
  expect(sent.filter(({ to }) => to === 'bob')).toHaveLength(1);
  const text = sent.find(({ subject }) => subject.startsWith('12'))?.text ?? '';
  expect(text).toMatch(/\nA change: 12 more, the last at 2\d{3}-.* UTC\n/);
  expect(text).toContain('https://grove.example/groups/evil/activity');
  expect(counts.mailsJoined - joined).toBe(12);
});

it('sends a mailbox no more about many organizations of one share', async () => {
  const { mailSent, notice } = await posts();
  for (let root = 0; root < 40; root += 1) notice(`evil ${root}`, 'A change', ['ann']);
  await mailSent(EVERYBODY_MS);
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    `${40 - OF_A_KIND} more notices (Grove)`,
    ...Array<string>(OF_A_KIND).fill('A change'),
  ]);
});

it('records what finds no room, and what is left when the server stops', async () => {
  const hold = Promise.withResolvers<void>();
  server.holds = hold.promise;
  const { mailSent, link } = await posts();
  const before = counts.mailsDropped;
  for (let asked = 0; asked < 110; asked += 1) link('evil', 'link');
  link('acme', 'link of acme');
  await vi.waitFor(() => expect(lost).toHaveLength(10), EVERYBODY_MS);
  await mailSent(1);
  hold.resolve();
  await mailSent(EVERYBODY_MS);
  // Four are sent at a time. Ten had no room, and the others waited when the server stopped.
  expect(sent).toHaveLength(4);
  expect(lost).toHaveLength(107);
  expect(counts.mailsDropped - before).toBe(107);
});
