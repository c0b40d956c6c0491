import { expect } from 'vitest';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import { rowsIn } from '../support/database.ts';
import { grove, it } from '../fixtures.ts';
import { badFields, ok } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { bind, newGroup, newPerson, personWith } from '../support/people.ts';

const IDENTITIES = '/iam/v2beta1/identities';
const KEYS = '/iam/v2beta1/identityKeys';
const DAY_MS = 24 * 60 * 60 * 1000;

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'people');
});

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function found(query: Record<string, string>, token = grove.ownerToken): Promise<string[]> {
  const where = { 'uidp.descendants_of': group, ...query };
  return (await list(grove, IDENTITIES, where, token)).uids.toSorted();
}

async function withAccount(email: string): Promise<string> {
  const { uid } = await newPerson(grove, group);
  const now = new Date();
  const account = { email, passwordHash: 'x', identityUid: uid, createTime: now, updateTime: now };
  await rowsIn('Account').create(account);
  return uid;
}

const addApp = (email: string, uid: string, activeTime: Date | null) =>
  rowsIn('AuthenticatorApp').create({
    uid,
    email,
    name: 'phone',
    secret: 'x',
    createTime: new Date(),
    activeTime,
  });

const addPasskey = (email: string, uid: string) =>
  rowsIn('Passkey').create({
    uid,
    email,
    name: 'laptop',
    credentialId: uid,
    publicKey: 'x',
    counter: 0n,
    transports: '',
    createTime: new Date(),
    activeTime: new Date(),
  });

it('finds the people whom a password alone lets in', async () => {
  const safe = await withAccount('safe@example.com');
  const begun = await withAccount('begun@example.com');
  const bare = await withAccount('bare@example.com');
  const keyed = await withAccount('keyed@example.com');
  await newPerson(grove, group);
  await addPasskey('keyed@example.com', 'passkey-keyed');
  await addApp('safe@example.com', 'app-safe', new Date());
  await addApp('begun@example.com', 'app-begun', null);
  const own = [safe, begun, bare, keyed];
  const ownFound = async (query: Record<string, string>) =>
    (await found(query)).filter((uid) => own.includes(uid));
  expect(await ownFound({ second_factor: 'true' })).toEqual([safe, keyed].sort());
  expect(await ownFound({ second_factor: 'false' })).toEqual([begun, bare].sort());
  expect(badFields(await grove.get(`${IDENTITIES}?second_factor=none`))).toEqual(['second_factor']);
});

it('shows who has no second factor only to callers who may change the identity', async () => {
  const inner = await newGroup(grove, group, 'inner');
  const { uid } = await newPerson(grove, inner);
  const now = new Date();
  await rowsIn('Account').create({
    email: 'inner@example.com',
    passwordHash: 'x',
    identityUid: uid,
    createTime: now,
    updateTime: now,
  });
  const caller = await personWith(grove, 'viewer', group);
  const asCaller = () => found({ second_factor: 'false' }, caller.token);
  expect(await asCaller()).toEqual([]);
  await bind(grove, inner, caller.uid, 'owner');
  expect(await asCaller()).toEqual([uid]);
  expect(await found({}, caller.token)).toEqual(await found({}));
});

it('finds identities that were not seen for a number of days, or never', async () => {
  const seenTimes = { fresh: [0, 0], never: [200, 200], left: [200, 100], used: [200, 2] } as const;
  const uids: Record<string, string> = {};
  const place = await newGroup(grove, group, 'seen');
  for (const [name, [created, seen]] of Object.entries(seenTimes)) {
    const { uid } = await newPerson(grove, place);
    uids[name] = uid;
    if (created === 0) continue;
    const createTime = daysAgo(created);
    const lastSeenTime = created === seen ? createTime : daysAgo(seen);
    await rowsIn('Identity').update({ where: { uid }, data: { createTime, lastSeenTime } });
  }
  const names = async (query: Record<string, string>) => {
    const all = await found({ 'uidp.descendants_of': place, ...query });
    return Object.keys(seenTimes).filter((name) => all.includes(uids[name] ?? ''));
  };
  expect(await names({ seen: 'false' })).toEqual(['fresh', 'never']);
  expect(await names({ seen: 'true' })).toEqual(['left', 'used']);
  expect(await names({ unseen_days: '90' })).toEqual(['never', 'left']);
  expect(await names({ unseen_days: '1', seen: 'true' })).toEqual(['left', 'used']);
  expect(await names({ unseen_days: '150', seen: 'true' })).toEqual([]);
  for (const days of ['0', '-1', '36501', '1.5', 'x', '']) {
    expect(badFields(await grove.get(`${IDENTITIES}?unseen_days=${days}`))).toEqual([
      'unseen_days',
    ]);
  }
});

it('counts an identity as seen from its first request on', async () => {
  const person = await newPerson(grove, group);
  const isNew = async () => (await found({ seen: 'false' })).includes(person.uid);
  expect(await isNew()).toBe(true);
  await grove.get('/auth/v1/me', { token: person.token });
  await expect.poll(isNew).toBe(false);
});

it('counts the next person of an identity from their first request on', async () => {
  const person = await newPerson(grove, group);
  const isNew = async () => (await found({ seen: 'false' })).includes(person.uid);
  await grove.get('/auth/v1/me', { token: person.token });
  await expect.poll(isNew).toBe(false);
  const issuer = await startOidcIssuer();
  const claimMatch = { issuer: issuer.issuer, subject: 'next' };
  await grove.patch(`${IDENTITIES}/${person.uid}?updateMask=claimMatch`, { claimMatch });
  expect(await isNew()).toBe(true);
  const token = await issuer.sign({ sub: 'next', aud: grove.url });
  expect((await grove.get('/auth/v1/me', { token })).status).toBe(200);
  await expect.poll(isNew).toBe(false);
  await issuer.stop();
});

it('finds the keys that end soon', async () => {
  const { uid: identityUid } = await newPerson(grove, group);
  for (const [name, ttl] of Object.entries({ soon: '86400s', later: '2592060s' })) {
    ok(await grove.post(`${KEYS}/${group}`, { name, identityUid, ttl }));
  }
  const ended = ok(
    await grove.post(`${KEYS}/${group}`, { name: 'ended', identityUid, ttl: '60s' }),
  );
  const data = { expirationTime: daysAgo(1) };
  await rowsIn('IdentityKey').update({ where: { uid: String(ended['uid']) }, data });
  const within = async (days: string) =>
    (await list(grove, KEYS, { expires_within_days: days })).items.map(({ name }) => name).sort();
  expect(await within('30')).toEqual(['soon']);
  expect(await within('31')).toEqual(['later', 'soon']);
  expect(badFields(await grove.get(`${KEYS}?expires_within_days=never`))).toEqual([
    'expires_within_days',
  ]);
});
