// @module-tag many-runs
/**
 * A person reaches exactly the organizations that they have joined, whatever others write about them, over
 * every transport and with every kind of credentials.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { assertUntil, randomly } from '../../support/random.ts';
import { grove, over, withTransports as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { exchangeToken } from '../support/exchange.ts';
import { inviteTo, organizationsOf } from '../support/joining.ts';
import { newOrganization, signedIn } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, join, newGroup, roleUidOf } from '../support/people.ts';
import { TRANSPORTS } from '../support/transports.ts';
import type { Call } from '../support/transports.ts';

const IAM = '/iam/v2beta1';

let count = 0;

interface Named {
  uid: string;
  isConfirmed: boolean;
  isBlocked: boolean;
  isBound: boolean;
  /** False while its claim match names somebody else. */
  isTheirs: boolean;
}

interface Place extends Organization {
  named: Named[];
  hasPattern: boolean;
}

interface World {
  /** The identity of the person's account, and a token of it. */
  account: string;
  token: string;
  home: Organization;
  /** A token that was exchanged before anybody named the person. */
  early: string;
  places: Place[];
}

async function build(): Promise<World> {
  const home = await newOrganization(grove);
  const places = [await newOrganization(grove), await newOrganization(grove)];
  const email = `member${(count += 1)}@example.com`;
  const password = 'correct horse battery staple';
  const account = await join(grove, 'viewer', home.root, { email, password }, home);
  const token = await grove.token(account);
  const early = String(ok(await exchangeToken(grove, token))['access_token']);
  const empty = places.map((one) => ({ ...one, named: [], hasPattern: false }));
  return { account, token, home, early, places: empty };
}

const theirs = ({ named }: Place) => named.filter(({ isTheirs }) => isTheirs);
const isBlocked = (place: Place) => theirs(place).some((one) => one.isBlocked);
const isJoined = (place: Place) => theirs(place).some((one) => one.isConfirmed);

function isReached(place: Place): boolean {
  const isGranted = theirs(place).some(({ isConfirmed, isBound }) => isConfirmed && isBound);
  return isJoined(place) && !isBlocked(place) && (isGranted || place.hasPattern);
}

const seen = new Set<string>();

interface Turn {
  world: World;
  place: Place;
  call: Call;
}

const succeeded = ({ status }: Answer) => status === 200;

async function create({ world, place, call }: Turn, match: Json, parent: string) {
  const claimMatch = { issuer: grove.url, ...match };
  const body = { name: `identity ${(count += 1)}`, claimMatch };
  const made = await call('POST', `${IAM}/identities/${parent}`, { body, token: place.token });
  expect(succeeded(made), made.text).toBe(true);
  const uid = String(made.body['uid']);
  const binding = { identityUid: uid, roleUid: roleUidOf('viewer') };
  await call('POST', `${IAM}/roleBindings/${place.root}`, { body: binding, token: place.token });
  return { uid, account: world.account };
}

function confirmAll(place: Place): void {
  for (const one of theirs(place)) one.isConfirmed = true;
}

const STEPS: Readonly<Record<string, (turn: Turn) => Promise<void>>> = {
  async name(turn) {
    const { world, place } = turn;
    // A group has one identity with an issuer and a subject.
    const parent = await newGroup(grove, place.root, `of ${(count += 1)}`, place);
    const { uid } = await create(turn, { subject: world.account }, parent);
    const isConfirmed = isJoined(place);
    place.named.push({ uid, isConfirmed, isBlocked: false, isBound: true, isTheirs: true });
  },
  async pattern(turn) {
    await create(turn, { subjectPattern: '.*' }, turn.place.root);
    turn.place.hasPattern = true;
  },
  async confirm({ world, place, call }) {
    const [one] = theirs(place);
    if (one === undefined) return;
    const by = { body: { uid: one.uid }, token: world.token };
    const answer = await call('POST', `${IAM}/identities:confirm`, by);
    expect(succeeded(answer), answer.text).toBe(!isBlocked(place));
    if (succeeded(answer)) confirmAll(place);
  },
  async leave({ world, place, call }) {
    const by = { body: { groupUid: place.root }, token: world.token };
    const answer = await call('POST', `${IAM}/identities:leave`, by);
    expect(succeeded(answer), answer.text).toBe(theirs(place).length > 0 && !isBlocked(place));
    if (!succeeded(answer)) return;
    if (isJoined(place)) seen.add('left');
    place.named = place.named.filter(({ isTheirs }) => !isTheirs);
  },
  async invite({ world, place }) {
    const code = await inviteTo(grove, place);
    const answer = await grove.post('/auth/v1/invites:accept', { code }, { token: world.token });
    expect(succeeded(answer), answer.text).toBe(!isBlocked(place));
    if (!succeeded(answer)) return;
    confirmAll(place);
    const uid = String((answer.body['identity'] as Json)['uid']);
    const known = place.named.find((one) => one.uid === uid);
    if (known !== undefined) known.isBound = true;
    else {
      place.named.push({ uid, isConfirmed: true, isBlocked: false, isBound: true, isTheirs: true });
    }
  },
  async block({ place, call }) {
    const [one] = theirs(place);
    if (one === undefined) return;
    const verb = one.isBlocked ? 'unblock' : 'block';
    const by = { body: { uid: one.uid }, token: place.token };
    expect(succeeded(await call('POST', `${IAM}/identities:${verb}`, by))).toBe(true);
    one.isBlocked = !one.isBlocked;
  },
  async rename({ world, place, call }) {
    const one = place.named.at(-1);
    if (one === undefined || one.isBlocked) return;
    const subject = one.isTheirs ? `nobody ${(count += 1)}` : world.account;
    const path = `${IAM}/identities/${one.uid}`;
    const by = { body: { claimMatch: { subject } }, token: place.token };
    expect(succeeded(await call('PATCH', path, by))).toBe(true);
    one.isConfirmed = !one.isTheirs && isJoined(place);
    one.isTheirs = !one.isTheirs;
  },
  async delete({ place, call }) {
    const one = place.named.at(-1);
    if (one === undefined) return;
    const answer = await call('DELETE', `${IAM}/identities/${one.uid}`, { token: place.token });
    expect(answer.status, answer.text).toBe(200);
    place.named.pop();
  },
};

async function rootsListed(call: Call, by: Parameters<Call>[2]): Promise<string[]> {
  const { groups } = ok(await call('GET', `${IAM}/groups?page_size=200`, by));
  const roots = (groups as Json[]).map(({ uid }) => String(uid).slice(0, 40));
  return [...new Set(roots)].sort();
}

async function check({ world, call }: Omit<Turn, 'place'>): Promise<void> {
  const { token, account, home, places, early } = world;
  const joined = places.filter(isReached).map(({ root }) => root);
  const expected = [home.root, ...joined].sort();
  const exchanged = String(ok(await exchangeToken(grove, token))['access_token']);
  const headers = await signedIn({ issuer: grove.url, subject: account, provider: null });
  expect(await rootsListed(call, { token })).toEqual(expected);
  expect(await rootsListed(call, { token: exchanged })).toEqual(expected);
  expect(await rootsListed(grove.call, { token: null, headers })).toEqual(expected);
  const before = await rootsListed(call, { token: early });
  expect(expected).toEqual(expect.arrayContaining(before));
  const known = await organizationsOf(grove, { token });
  for (const place of places) {
    const isAsking = !isJoined(place) && theirs(place).length > 0;
    const entry = known[place.root];
    expect(entry !== undefined).toBe(!isBlocked(place) && theirs(place).length > 0);
    expect(entry !== undefined && 'unconfirmedTime' in entry).toBe(isAsking && !isBlocked(place));
    if (isAsking) seen.add('asking');
    if (isReached(place)) seen.add('reached');
  }
}

const step = fc.record({
  kind: fc.constantFrom(...Object.keys(STEPS)),
  at: fc.constantFrom(0, 0, 1),
  transport: fc.constantFrom(...TRANSPORTS),
});

it('reaches what they have joined', async () => {
  await assertUntil(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const world = await build();
      for (const { kind, at, transport } of steps) {
        const place = world.places[at];
        const call = over[transport];
        // The first version of the API has no custom methods.
        const isCustom = ['confirm', 'leave', 'block'].includes(kind);
        const writing = transport === 'v1' && isCustom ? grove.call : call;
        if (place !== undefined) await STEPS[kind]?.({ world, place, call: writing });
        await check({ world, call });
      }
    }),
    randomly(5),
    () => ['left', 'asking', 'reached'].every((one) => seen.has(one)),
  );
});

it('is denied what an identity with every role gives them before they join', async () => {
  const { places, account, token } = await build();
  const [place] = places;
  if (place === undefined) throw new Error('there is no organization');
  const body = { name: 'named', claimMatch: { issuer: grove.url, subject: account } };
  const { uid } = ok(await grove.post(`${IAM}/identities/${place.root}`, body, place));
  for (const role of ['viewer', 'editor', 'owner']) {
    await bind(grove, place.root, String(uid), role, place);
  }
  for (const transport of TRANSPORTS) {
    const answer = await over[transport]('GET', `${IAM}/groups/${place.root}`, { token });
    expect(answer.status).toBe(403);
  }
});
