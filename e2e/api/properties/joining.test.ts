// @module-tag many-runs
/**
 * However often and in whatever order people accept invites, are blocked and deleted, and sign in: one
 * person has one account in an organization, and a block or deletion of the person covers all that they accepted.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { randomly } from '../../support/random.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { type Json } from '../harness.ts';
import { ok, okEmpty, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { list } from '../support/lists.ts';
import { newGroup } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const PASSWORD = 'nine quiet herons cross the weir';
const GROUPS = 3;
const PEOPLE = 2;

let rounds = 0;

type Step =
  | { kind: 'accept'; who: number; where: number; inCapitals: boolean; signedIn: boolean }
  | { kind: 'block' | 'unblock' | 'delete' | 'sign in'; who: number };

const who = fc.nat(PEOPLE - 1);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('accept' as const),
      who,
      where: fc.nat(GROUPS - 1),
      inCapitals: fc.boolean(),
      signedIn: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('block', 'unblock', 'delete', 'sign in'),
      who,
    }),
  },
);

/** What somebody has: the model, and the browser in which they last signed in. */
interface Somebody {
  email: string;
  uid: string | null;
  isBlocked: boolean;
  joined: Set<string>;
  browser: TestBrowser;
}

interface World {
  groups: string[];
  codes: string[];
  people: Somebody[];
}

async function newWorld(): Promise<World> {
  const top = await newGroup(grove, grove.rootUid, `joined ${(rounds += 1)}`);
  const groups = [top, await newGroup(grove, top), await newGroup(grove, grove.rootUid)];
  const roleUid = builtInRole('viewer').uid;
  const codes: string[] = [];
  for (const group of groups) {
    const invite = ok(await grove.post(`${IAM}/groupInvites/${group}`, { roleUid, ttl: '3600s' }));
    codes.push(String(invite['code']));
  }
  const people = Array.from({ length: PEOPLE }, (_, nth) => ({
    email: `pat${nth}.${rounds}@example.com`,
    uid: null,
    isBlocked: false,
    joined: new Set<string>(),
    browser: new TestBrowser(grove.url),
  }));
  return { groups, codes, people };
}

/** Whether the browser is signed in as the person, as it is now. */
const isSignedIn = async ({ browser }: Somebody) =>
  (
    await grove.get('/auth/v1/me', {
      token: null,
      headers: { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' },
    })
  ).status === 200;

async function accept(world: World, step: Step & { kind: 'accept' }): Promise<void> {
  const one = world.people[step.who];
  const [code, group] = [world.codes[step.where], world.groups[step.where]];
  if (one === undefined || group === undefined) throw new Error('no such person or group');
  const bySession = step.signedIn && (await isSignedIn(one));
  const email = step.inCapitals ? one.email.toUpperCase() : one.email;
  const answer = bySession
    ? await grove.post(
        '/auth/v1/invites:accept',
        { code },
        {
          token: null,
          headers: { cookie: one.browser.cookie, 'sec-fetch-site': 'same-origin' },
        },
      )
    : await grove.post(
        '/auth/v1/invites:accept',
        { code, email, password: PASSWORD, name: 'Pat' },
        { token: null },
      );
  if (one.isBlocked) {
    expect(preconditions(answer)).toEqual(['IDENTITY_BLOCKED']);
    return;
  }
  const { uid } = ok(answer)['identity'] as Json;
  expect(uid).toBe(one.uid ?? uid);
  one.uid = String(uid);
  one.joined.add(group);
}

async function take(world: World, step: Step): Promise<void> {
  if (step.kind === 'accept') return accept(world, step);
  const one = world.people[step.who];
  if (one === undefined) throw new Error('no such person');
  if (step.kind === 'sign in') {
    const error = await one.browser.signIn(one.email, PASSWORD);
    expect(error).toBe(one.uid === null ? 'CredentialsSignin' : null);
    return;
  }
  if (one.uid === null) return;
  if (step.kind === 'delete') {
    okEmpty(await grove.del(`${IAM}/identities/${one.uid}`));
    Object.assign(one, { uid: null, isBlocked: false, joined: new Set() });
    return;
  }
  ok(await grove.post(`${IAM}/identities:${step.kind}`, { uid: one.uid }));
  one.isBlocked = step.kind === 'block';
}

/** Everybody as the API and a fresh sign-in show them, compared with the model. */
async function agree({ people }: World): Promise<void> {
  const { items } = await list(grove, `${IAM}/identities`, {
    'uidp.descendants_of': grove.rootUid,
  });
  for (const one of people) {
    const theirs = items.filter(({ email }) => email === one.email);
    expect(theirs.map(({ uid }) => uid)).toEqual(one.uid === null ? [] : [one.uid]);
    const bindings = await rowsIn('RoleBinding').findMany({
      where: { identityUid: one.uid ?? 'nobody' },
    });
    expect(bindings.map(({ parent }) => parent).sort()).toEqual([...one.joined].sort());
    const fresh = { ...one, browser: new TestBrowser(grove.url) };
    const error = await fresh.browser.signIn(one.email, PASSWORD);
    expect(error).toBe(one.uid === null ? 'CredentialsSignin' : null);
    expect(await isSignedIn(fresh)).toBe(one.uid !== null && !one.isBlocked);
  }
}

it('leaves one account for a person', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
      const world = await newWorld();
      for (const step of steps) {
        await rowsIn('Attempt').delete();
        await take(world, step);
      }
      await rowsIn('Attempt').delete();
      await agree(world);
    }),
    randomly(25),
  );
});

it('does so when one person accepts several times at once', async () => {
  const { codes, people } = await newWorld();
  const email = people[0]?.email ?? '';
  const body = (code: string) => ({ code, email, password: PASSWORD, name: 'Pat' });
  const answers = await Promise.all(
    [...codes, ...codes].map((code) =>
      grove.post('/auth/v1/invites:accept', body(code), { token: null }),
    ),
  );
  const joined = answers.filter(({ status }) => status === 200);
  expect(joined.length).toBeGreaterThan(1);
  const uids = joined.map(({ body: { identity } }) => (identity as Json)['uid']);
  expect(new Set(uids).size).toBe(1);
});
