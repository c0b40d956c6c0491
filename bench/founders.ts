/**
 * The second part of `npm run bench -- --patterns`: what somebody costs a neighbour who founds as many
 * organizations as they like. Two servers run side by side with the same changes. Those of one come from
 * an organization with nothing else; those of the other from a founder of 40 organizations with the most
 * costly patterns, whose eight owners get a notice of each change from a slow mail server. The two are
 * measured in turn, after the first one without changes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startMailServer, type MailServer } from '../e2e/support/mail-server.ts';
import { startOidcIssuer } from '../e2e/support/oidc-issuer.ts';
import { Connection } from './client.ts';
import { newWorld, SUBJECT, type World } from './founder-worlds.ts';
import { median, UNREACHED } from './measure.ts';
import { startServer, type RunningServer } from './processes.ts';
import { ADDRESS } from './settings.ts';

const ROUNDS = 5;
const WINDOW_MS = 4_000;
const SETTLE_MS = 4_000;
/** What the mail server takes for a message. */
const MAIL_MS = 400;
/** What each owner waits for after a change. */
const CHANGE_MS = 250;
const MOST_MAIL_MS = 60_000;

const slowly = (_to: unknown, _session: unknown, callback: () => void) =>
  void setTimeout(callback, MAIL_MS);

interface Side extends World {
  server: RunningServer;
  mail: MailServer;
}

/** Of the neighbour's requests in one window, in milliseconds. */
interface Seen {
  account: number[];
  workflow: number[];
  changes: number;
  mailMs: number;
}

/** Prints a table, in Markdown. */
export async function measureFounder(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-bench-'));
  const issuer = await startOidcIssuer();
  const sides: Side[] = [];
  try {
    for (const isFounder of [false, true]) {
      const mail = await startMailServer({ onRcptTo: slowly });
      const env = {
        GROVE_DATA_DIR: join(folder, String(isFounder)),
        GROVE_URL: ADDRESS,
        GROVE_ALLOW_PRIVATE_ISSUERS: '127.0.0.0/8,::1/128',
        ...mail.settings,
        ...UNREACHED,
      };
      const world = await newWorld(env, {
        isFounder,
        issuer: issuer.issuer,
        mailboxes: 3 * ROUNDS,
      });
      const start = { env, path: world.path, token: world.neighbour };
      sides.push({ ...world, mail, server: await startServer('Grove', 'server.ts', start) });
    }
    await wait(SETTLE_MS);
    const claims = { sub: SUBJECT, aud: ADDRESS, ref: 'refs/heads/main' };
    await compare(sides, await issuer.sign(claims));
  } finally {
    for (const { server, mail } of sides) {
      await server.stop('SIGKILL');
      await mail.stop();
    }
    await issuer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare([plain, founder]: readonly Side[], workflow: string): Promise<void> {
  if (plain === undefined || founder === undefined) throw new Error('there are no servers');
  const rounds: { quiet: Seen; plain: Seen; founder: Seen }[] = [];
  for (const side of [plain, founder]) await measureWindow(side, workflow, { owners: side.owners });
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      quiet: await measureWindow(plain, workflow, { owners: [] }),
      plain: await measureWindow(plain, workflow, plain),
      founder: await measureWindow(founder, workflow, founder),
    });
  }
  console.log(
    '\n| beside | token of Grove, p50 ms | p99 ms | of a workflow, p50 ms | p99 ms | changes/s | longest wait for mail, s |\n| - | - | - | - | - | - | - |',
  );
  for (const name of ['quiet', 'plain', 'founder'] as const) {
    console.log(
      rowOf(
        name,
        rounds.map((round) => round[name]),
      ),
    );
  }
  for (const kind of ['account', 'workflow'] as const) {
    const ratios = rounds.map((round) => at(round.founder[kind], 0.5) / at(round.plain[kind], 0.5));
    const shown = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2));
    console.log(
      `founder / plain, p50, ${kind}: ${median(ratios).toFixed(2)} (${shown.join(', ')})`,
    );
  }
}

/** The neighbour's requests, one after the other, while owners make changes. */
async function measureWindow(
  side: Side,
  workflow: string,
  { owners }: Pick<World, 'owners'>,
): Promise<Seen> {
  const end = performance.now() + WINDOW_MS;
  const changing = owners.map((owner, nth) => change(side, owner, { nth, end }));
  const mailMs = askForMail(side);
  const seen: Record<'account' | 'workflow', number[]> = { account: [], workflow: [] };
  const connection = new Connection(side.server.port);
  try {
    while (performance.now() < end) {
      for (const [kind, token] of [
        ['account', side.neighbour],
        ['workflow', workflow],
      ] as const) {
        const start = performance.now();
        const { status, body } = await connection.send('GET', side.path, token);
        if (status !== 200) throw new Error(`${status} ${body.toString()}`);
        seen[kind].push(performance.now() - start);
      }
    }
  } finally {
    connection.close();
  }
  const changes = (await Promise.all(changing)).reduce((sum, count) => sum + count, 0);
  return { ...seen, changes, mailMs: await mailMs };
}

let changed = 0;

/** Changes whom an identity names, again and again. @returns how many times. */
async function change(
  { server, identities }: Side,
  token: string,
  { nth, end }: { nth: number; end: number },
): Promise<number> {
  const connection = new Connection(server.port);
  let count = 0;
  try {
    for (; performance.now() < end; count += 1) {
      const body = { claimMatch: { subject: `changed ${(changed += 1)}` } };
      const path = `/iam/v2beta1/identities/${identities[nth]}`;
      const reply = await connection.send('PATCH', path, token, JSON.stringify(body));
      if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body.toString()}`);
      await wait(CHANGE_MS);
    }
  } finally {
    connection.close();
  }
  return count;
}

/** How long the next of the neighbour's people waits for a link for a new password. */
async function askForMail({ server, mail, mailboxes }: Side): Promise<number> {
  const email = mailboxes.pop() ?? '';
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/auth/v1/passwordResets:request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  while (!mail.received.some(({ to }) => to.includes(email))) {
    if (performance.now() - start > MOST_MAIL_MS) return Number.POSITIVE_INFINITY;
    await wait(20);
  }
  return performance.now() - start;
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

function rowOf(name: string, windows: readonly Seen[]): string {
  const of = (figure: (seen: Seen) => number) => median(windows.map(figure)).toFixed(2);
  const cells = [
    name,
    of(({ account }) => at(account, 0.5)),
    of(({ account }) => at(account, 0.99)),
    of(({ workflow }) => at(workflow, 0.5)),
    of(({ workflow }) => at(workflow, 0.99)),
    of(({ changes }) => (changes * 1_000) / WINDOW_MS),
    (Math.max(...windows.map(({ mailMs }) => mailMs)) / 1_000).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
