import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { begin, groveHere } from '../e2e/api/support/command-line.ts';
import { until } from '../e2e/support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../e2e/support/webhook-receiver.ts';

let folder: string;
let group: string;
let receiver: WebhookReceiver;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grove-cli-'));
  receiver = await startWebhookReceiver();
  const owner = ['--owner-email', 'grace@example.com'];
  const { out } = await grove(['org', 'create', 'hopper', ...owner]);
  group = (JSON.parse(out) as { group: { uid: string } }).group.uid;
});

afterAll(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true });
});

const grove = (args: string[]) =>
  groveHere(args, { GROVE_DATA_DIR: folder, npm_lifecycle_event: '' });

const GROUP_CREATED = 'grove.iam.group.created.v1';

it('events listen sends each event as a webhook would, until it is stopped', async () => {
  const url = `${receiver.url}/listen`;
  const child = begin(
    ['events', 'listen', group, '--since', '2026-01-01', '--types', GROUP_CREATED, '--json'].concat(
      ['--forward-to', url],
    ),
    { GROVE_DATA_DIR: folder },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  await until(() => expect(out).toContain('\n'));
  const [got] = receiver.at('/listen');
  expect(JSON.parse(out)).toMatchObject({ type: GROUP_CREATED, subject: group, uid: got?.id });
  const secret = /^Signed with (whsec_\S+)$/m.exec(err)?.[1] ?? '';
  new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await exited)[0]).toBe(0);
});

it('events send sends an example, and says how the target answered', async () => {
  receiver.answer('/send', () => 202);
  const to = ['--forward-to', `${receiver.url}/send`];
  const { out, code } = await grove(['events', 'send', GROUP_CREATED, ...to]);
  expect([out, code]).toEqual([`${GROUP_CREATED} 202\n`, 0]);
  expect(receiver.at('/send')).toMatchObject([{ type: GROUP_CREATED }]);
});

it.for([
  [['listen', '--types', 'grove.nothing'], 'grove.nothing is not a type of events'],
  [['listen', '--since', 'soon'], '--since takes the uid of an event'],
  [['listen', '--forward-to', 'ftp://x'], '--forward-to takes an address'],
  [['send', 'grove.nothing'], 'grove.nothing is not a type of events'],
  [['send', GROUP_CREATED], '--forward-to is missing'],
] as const)('events %j is refused', async ([[name, ...rest], expected]) => {
  const args = name === 'listen' ? [group, ...rest] : rest;
  const { err, code } = await grove(['events', name, ...args]);
  expect(code).toBe(2);
  expect(err).toContain(expected);
});
