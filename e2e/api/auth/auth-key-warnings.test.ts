// @module-tag http
/** Messages about keys of identities that expire soon. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join as joinPath } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { mailSent, postLink } from '#lib/mail/outbox.ts';
import { scheduleKeyWarnings, warnOfEndingKeys } from '#lib/service/identity-keys/warnings.ts';
import { grove, mail, withMail as it } from '../fixtures.ts';
import { OWNER_EMAIL } from '../harness.ts';
import type { Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { as, PASSWORD, signIn } from '../support/own-accounts.ts';
import type { Someone } from '../support/own-accounts.ts';
import { join, newGroup, newPerson, personWith, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Milliseconds; more than any machine needs to send the waiting messages. */
const LONG_MS = 50_000;
/** More messages than are sent at once. */
const MANY = 20;

let group: string;
let robot: string;
let count = 0;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'production');
  robot = (await newPerson(grove, group)).uid;
  await verify(grove.ownerUid);
});

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  await rowsIn('IdentityKey').delete();
});

afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const utc = (time: unknown) => `${String(time).slice(0, 16).replace('T', ' ')} UTC`;

/** Verifies the address, like the link in a message to it. */
const verify = (uid: string) =>
  rowsIn('Identity').update({ where: { uid }, data: { emailUnverified: null } });

/** A person with a verified address who may create keys in the group. */
async function keyMaker(): Promise<Someone> {
  const email = `maker-${(count += 1)}@example.com`;
  const uid = await join(grove, 'owner', group, { email, password: PASSWORD });
  await verify(uid);
  const browser = await signIn(grove, email);
  await mailSent(LONG_MS);
  return { uid, email, browser };
}

interface Making {
  days: number;
  by?: Someone;
  change?: Json;
}

async function newKey({ days, by, change }: Making): Promise<Json> {
  const ttl = `${Math.round(days * 86_400)}s`;
  const body = { name: `key ${(count += 1)}`, identityUid: robot, ttl, ...change };
  return ok(await grove.post(`${IAM}/identityKeys/${group}`, body, by && as(by.browser)));
}

interface Told {
  to: string;
  subject: string;
  text: string;
}

/** The messages of the next check, sorted by recipient. */
async function look(): Promise<Told[]> {
  // Waits for the messages to people who joined.
  await mailSent(LONG_MS);
  const before = mail.received.length;
  expect(await warnOfEndingKeys()).toBe(true);
  await mailSent(LONG_MS);
  const sent = mail.received.slice(before).map(({ to, mail }) => {
    return { to: to.join(), subject: mail.subject ?? '', text: mail.text ?? '' };
  });
  return sent.sort((a, b) => (a.to < b.to ? -1 : 1));
}

const toldTo = async () => (await look()).map(({ to }) => to);

it('warns the creator of the key once 14 days and once 1 day before it expires', async () => {
  const maker = await keyMaker();
  const key = await newKey({ days: 90, by: maker });
  pass(76 * DAY_MS - 1000);
  expect(await look()).toEqual([]);
  pass(1000);
  const [first, ...others] = await look();
  expect([first?.to, first?.subject, others]).toEqual([
    maker.email,
    'A key expires soon (Grove)',
    [],
  ]);
  const text = first?.text ?? '';
  expect(text).toContain(`A key at Grove (${grove.url}) will expire soon.`);
  expect(text).toContain(
    [
      `Key: ${String(key['name'])} (${String(key['keyId'])})`,
      `Acts as: ${String((key['identity'] as Json)['name'])}`,
      'Group: production',
      `Expires: ${utc(key['expirationTime'])}`,
      'Last used: never',
      `${grove.url}/groups/${group.replaceAll('/', '.')}/keys?key_id=${String(key['keyId'])}\n`,
    ].join('\n'),
  );
  expect(text).not.toContain(String(key['key']));
  for (const hours of [0, 1, 12 * 24, 23]) {
    pass(hours * HOUR_MS - 1);
    expect(await look()).toEqual([]);
  }
  pass(4);
  expect(await toldTo()).toEqual([maker.email]);
  expect(await look()).toEqual([]);
  pass(DAY_MS);
  expect(await look()).toEqual([]);
});

it.each([
  [1 / 24, []],
  [2, []],
  [2.1, [1]],
  [28, [1]],
  [28.1, [14, 1]],
  [365, [14, 1]],
])('warns of a key that lives for %d days in its second half alone', async (days, warned) => {
  const maker = await keyMaker();
  await newKey({ days, by: maker });
  const end = Date.now() + days * DAY_MS;
  const told: number[] = [];
  for (const before of [days * 0.6, 14.01, 14, 1.01, 1, 0.01, -0.01]) {
    if (before > days) continue;
    vi.setSystemTime(end - before * DAY_MS);
    if ((await toldTo()).length > 0) told.push(before);
  }
  expect(told).toEqual(warned);
});

it('is one message for all keys of a person, in the order of expiry', async () => {
  const [maker, another] = [await keyMaker(), await keyMaker()];
  const later = await newKey({ days: 60, by: maker, change: { name: 'later' } });
  // Earlier versions allowed such names.
  const odd = await newKey({ days: 59.9, by: maker });
  const name = 'x\nExpires: never\u{2028}\u{202e}y';
  await rowsIn('IdentityKey').update({ where: { uid: String(odd['uid']) }, data: { name } });
  await newKey({ days: 59.8, by: another });
  await newKey({ days: 90, by: maker, change: { name: 'much later' } });
  const used = { lastUsedTime: new Date('2026-11-24T05:10:00Z'), lastUsedNetwork: '192.0.2.7' };
  await rowsIn('IdentityKey').update({ where: { uid: String(later['uid']) }, data: used });
  pass(46 * DAY_MS);
  const [first, second, ...others] = await look();
  expect([first?.to, second?.to, others]).toEqual([maker.email, another.email, []]);
  expect(first?.subject).toBe('2 keys expire soon (Grove)');
  expect(first?.text.match(/^(?:Key|Expires|Last used): .*$/gm)).toEqual([
    expect.stringMatching(/^Key: x Expires: never y \(grove_\w{8}\)$/),
    expect.stringMatching(/^Expires: 20.* UTC$/),
    'Last used: never',
    expect.stringMatching(/^Key: later \(grove_\w{8}\)$/),
    expect.stringMatching(/^Expires: 20.* UTC$/),
    'Last used: 2026-11-24 05:10 UTC, from 192.0.2.7',
  ]);
});

it('leaves out keys that are deleted or replaced, even while their message waits', async () => {
  const maker = await keyMaker();
  const keys = [await newKey({ days: 60, by: maker }), await newKey({ days: 60, by: maker })];
  pass(50 * DAY_MS);
  const token = await grove.token(grove.ownerUid);
  const replace = async ({ uid, name }: Json) => {
    okEmpty(await grove.del(`${IAM}/identityKeys/${String(uid)}`, { token }));
    const body = { name, identityUid: robot, ttl: '5184000s' };
    ok(await grove.post(`${IAM}/identityKeys/${group}`, body, { token }));
  };
  const [first = {}, second = {}] = keys;
  await replace(first);
  const before = mail.received.length;
  const others = Promise.withResolvers<null>();
  const other = { what: 'another message', root: null, write: () => others.promise };
  for (let at = 0; at < MANY; at += 1) postLink(other);
  await warnOfEndingKeys();
  await replace(second);
  others.resolve(null);
  await mailSent(LONG_MS);
  expect(await look()).toEqual([]);
  expect(mail.received).toHaveLength(before);
});

it('handles 200 keys at a time, and the others at the next check', async () => {
  const maker = await keyMaker();
  await newKey({ days: 60, by: maker });
  const row = Object.entries(await rowsIn('IdentityKey').findOnly());
  // The key is read with the name of its identity.
  const columns = Object.fromEntries(row.filter(([column]) => !/^identity\b/.test(column)));
  const copies = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(16, '0'));
  await rowsIn('IdentityKey').createMany(
    copies.map((id) => ({ ...columns, uid: `${group}/${id}`, name: id, keyId: `grove_${id}` })),
  );
  pass(50 * DAY_MS);
  const before = mail.received.length;
  expect(await warnOfEndingKeys()).toBe(false);
  await mailSent(LONG_MS);
  expect(await toldTo()).toEqual([maker.email]);
  const subjects = mail.received.slice(before).map(({ mail }) => mail.subject);
  expect(subjects).toEqual(['200 keys expire soon (Grove)', 'A key expires soon (Grove)']);
});

it('goes to the owners if the creator of the key has no access or no verified address', async () => {
  const makers = {
    unverified: await keyMaker(),
    blocked: await keyMaker(),
    lesser: await keyMaker(),
    deleted: await keyMaker(),
  };
  for (const by of Object.values(makers)) await newKey({ days: 60, by });
  await newKey({ days: 60 });
  const program = await personWith(grove, 'owner', group);
  const body = { name: 'by a program', identityUid: robot, ttl: '5184000s' };
  ok(await grove.post(`${IAM}/identityKeys/${group}`, body, { token: program.token }));
  const { unverified, blocked, lesser, deleted } = makers;
  await rowsIn('Identity').update({
    where: { uid: unverified.uid },
    data: { emailUnverified: true },
  });
  ok(await grove.post(`${IAM}/identities:block`, { uid: blocked.uid }));
  const where = { identityUid: lesser.uid };
  const viewer = { roleUid: roleUidOf('viewer') };
  await rowsIn('RoleBinding').update({ where, data: viewer });
  okEmpty(await grove.del(`${IAM}/identities/${deleted.uid}`));
  pass(50 * DAY_MS);
  const [first, ...others] = await look();
  expect([first?.to, first?.subject, others]).toEqual([
    OWNER_EMAIL,
    '6 keys expire soon (Grove)',
    [],
  ]);
});

it('goes to every owner who is verified and not blocked, and to nobody without one', async () => {
  const owners: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const email = `owner-${name}@example.com`;
    owners.push(await join(grove, 'owner', grove.rootUid, { email, password: PASSWORD }));
  }
  const [a = '', b = '', c = ''] = owners;
  for (const uid of [a, b]) await verify(uid);
  await newKey({ days: 60 });
  await rowsIn('IdentityKey').update({ data: { makerIdentities: null } });
  ok(await grove.post(`${IAM}/identities:block`, { uid: b }));
  pass(50 * DAY_MS);
  expect(await toldTo()).toEqual(['owner-a@example.com', OWNER_EMAIL]);
  for (const uid of [a, b, c]) await rowsIn('RoleBinding').delete({ where: { identityUid: uid } });
  pass(9.5 * DAY_MS);
  await rowsIn('Identity').update({
    where: { uid: grove.ownerUid },
    data: { emailUnverified: true },
  });
  expect(await look()).toEqual([]);
  await verify(grove.ownerUid);
});

it('goes to people of an identity provider at domains that their organization has verified', async () => {
  const issuer = 'https://login.example.com';
  const oidc = { issuer, clientId: 'grove', clientSecret: 'secret' };
  ok(await grove.post(`${IAM}/identityProviders/${grove.rootUid}`, { name: 'people', oidc }));
  const claimMatch = { issuer, subject: 'ann' };
  const path = `${IAM}/identities/${grove.rootUid}`;
  const uid = String(ok(await grove.post(path, { name: 'ann', claimMatch }))['uid']);
  const email = 'ann@mail.corp.example';
  await rowsIn('Identity').update({ where: { uid }, data: { email } });
  const role = { identityUid: uid, roleUid: roleUidOf('owner') };
  ok(await grove.post(`${IAM}/roleBindings/${group}`, role));
  const token = await grove.token(uid);
  const make = async () => {
    const body = { name: `key ${(count += 1)}`, identityUid: robot, ttl: '5184000s' };
    ok(await grove.post(`${IAM}/identityKeys/${group}`, body, { token }));
  };
  for (let each = 0; each < 3; each += 1) await make();
  const uids = (await rowsIn('IdentityKey').findMany()).map((key) => key.uid);
  pass(50 * DAY_MS);
  /** Makes one key due, and checks the keys. */
  const next = async () => {
    await rowsIn('IdentityKey').update({ data: { warnedDays: 0 } });
    await rowsIn('IdentityKey').update({
      where: { uid: uids.pop() ?? '' },
      data: { warnedDays: null },
    });
    return toldTo();
  };
  expect(await next()).toEqual([OWNER_EMAIL]);
  ok(
    await grove.post(
      `${IAM}/groups:claimDomain`,
      { groupUid: grove.rootUid, name: 'corp.example' },
      { token: await grove.token(grove.ownerUid) },
    ),
  );
  expect(await next()).toEqual([OWNER_EMAIL]);
  await rowsIn('Domain').update({
    data: { verifiedName: 'corp.example', verifiedTime: new Date() },
  });
  expect(await next()).toEqual([email]);
  await rowsIn('Domain').delete();
});

it('is not sent for keys of a blocked identity', async () => {
  const maker = await keyMaker();
  await newKey({ days: 60, by: maker });
  pass(50 * DAY_MS);
  const token = await grove.token(grove.ownerUid);
  ok(await grove.post(`${IAM}/identities:block`, { uid: robot }, { token }));
  expect(await look()).toEqual([]);
  ok(await grove.post(`${IAM}/identities:unblock`, { uid: robot }, { token }));
  expect(await toldTo()).toEqual([maker.email]);
});

it('sends nothing without a mail server, and the due warnings once there is one', async () => {
  const maker = await keyMaker();
  await newKey({ days: 60, by: maker });
  pass(50 * DAY_MS);
  const { mail } = config();
  Object.assign(config(), { mail: undefined });
  expect(await look()).toEqual([]);
  Object.assign(config(), { mail });
  expect(await toldTo()).toEqual([maker.email]);
});

it('checks once an hour while the server runs', async () => {
  const maker = await keyMaker();
  await newKey({ days: 60, by: maker });
  await newKey({ days: 60.01, by: maker });
  pass(46 * DAY_MS);
  const now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] });
  await rowsIn('IdentityKey').update({
    where: { name: `key ${count}` },
    data: { expirationTime: new Date(now + 14 * DAY_MS + 30 * 60_000) },
  });
  const before = mail.received.length;
  const sent = () => mail.received.length - before;
  const stop = scheduleKeyWarnings();
  vi.advanceTimersByTime(60_000);
  await expect.poll(sent).toBe(1);
  await mailSent(LONG_MS);
  vi.advanceTimersByTime(58 * 60_000);
  await stop();
  await mailSent(LONG_MS);
  expect(sent()).toBe(1);
  expect(await toldTo()).toEqual([maker.email]);
});

/** A process that checks on a signal. @returns a function that sends the signal and waits for the end. */
async function another(): Promise<() => Promise<number | null>> {
  const script = joinPath(import.meta.dirname, '../support/warn-of-keys.ts');
  const child = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  expect(String(await Promise.race([once(child.stdout, 'data'), ended]))).toBe('ready\n');
  return () => {
    child.stdin.end('look\n');
    return ended;
  };
}

it('sends one message, even if several processes check', async () => {
  const maker = await keyMaker();
  for (let each = 0; each < 20; each += 1) await newKey({ days: 60, by: maker });
  vi.useRealTimers();
  await rowsIn('IdentityKey').update({
    data: {
      createTime: new Date(Date.now() - 50 * DAY_MS),
      expirationTime: new Date(Date.now() + 10 * DAY_MS),
    },
  });
  const before = mail.received.length;
  const processes = await Promise.all([another(), another(), another()]);
  expect(await Promise.all(processes.map((tell) => tell()))).toEqual([0, 0, 0]);
  const restarted = await another();
  expect(await restarted()).toBe(0);
  const sent = mail.received.slice(before);
  expect(sent.map(({ to }) => to)).toEqual([[maker.email]]);
  expect(sent[0]?.mail.subject).toBe('20 keys expire soon (Grove)');
});
