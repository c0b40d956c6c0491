// @module-tag many-runs
// @module-tag sqlite
import fc from 'fast-check';
import { afterEach, expect, vi } from 'vitest';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok, okEmpty } from '../support/answers.ts';
import { newGroup, newPerson, roleUidOf } from '../support/people.ts';
import { randomly } from '../../support/random.ts';

const SECOND_MS = 1_000;
const BINDINGS = '/iam/v2beta1/roleBindings';

afterEach(() => vi.useRealTimers());

/** Milliseconds since 1970. Null is always. */
interface Bound {
  uid: string;
  person: number;
  group: number;
  created: number;
  from: number | null;
  until: number | null;
}

/** Where somebody is, and the groups above. */
const PARENTS = [[0], [0, 1], [0, 1, 2]];

const isNow = ({ from, until }: Bound, now: number) =>
  (from === null || from <= now) && (until === null || now < until);

/** The contract, without a cache or an index. */
class Model {
  bound: Bound[] = [];
  readonly blocked = new Set<number>();

  holds(person: number, group: number, now: number): boolean {
    const above = PARENTS[group] ?? [];
    return (
      !this.blocked.has(person) &&
      this.bound.some(
        (one) => one.person === person && above.includes(one.group) && isNow(one, now),
      )
    );
  }

  conflicts(made: Omit<Bound, 'uid'>, now: number, except?: string): boolean {
    return this.bound.some(
      (one) =>
        one.uid !== except &&
        one.person === made.person &&
        one.group === made.group &&
        (one.until === null || one.until > now) &&
        (one.until === null || made.from === null || one.until > made.from) &&
        (made.until === null || (one.from ?? one.created) < made.until),
    );
  }

  /** The next instants at which something changes by itself. */
  ahead(now: number): number[] {
    const times = this.bound.flatMap(({ from, until }) => [from, until]);
    return times.filter((time) => time !== null).filter((time) => time > now);
  }
}

const offset = fc.option(fc.integer({ min: -5, max: 12 }), { nil: null });
const step = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'delete', 'block', 'wait', 'wait', 'wait'),
  person: fc.nat(1),
  group: fc.nat(2),
  which: fc.nat(99),
  from: offset,
  until: offset,
  isDuration: fc.boolean(),
  /** How far a wait goes, past an instant at which something begins or ends. */
  past: fc.constantFrom(-1, 0, 0, 1, 700),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  model: Model;
  groups: string[];
  people: { uid: string; key: string }[];
}

async function newWorld(): Promise<World> {
  const groups = [await newGroup(grove, grove.rootUid)];
  for (const at of [0, 1]) groups.push(await newGroup(grove, groups[at] ?? ''));
  const people = await Promise.all(
    [0, 1].map(async () => {
      const { uid } = await newPerson(grove);
      const body = { name: newName('key'), identityUid: uid, ttl: '86400s' };
      const key = ok(await grove.post(`/iam/v2beta1/identityKeys/${grove.rootUid}`, body));
      return { uid, key: String(key['key']) };
    }),
  );
  return { model: new Model(), groups, people };
}

/** Whole seconds near now, as a body and as the model has them. */
function timesOf({ from, until, isDuration }: Step, now: number) {
  const base = Math.floor(now / SECOND_MS) * SECOND_MS;
  const at = (seconds: number | null) => (seconds === null ? null : base + seconds * SECOND_MS);
  const start = at(from);
  const body: Json = start === null ? {} : { startTime: new Date(start).toISOString() };
  if (until !== null && isDuration && until > 0) {
    const begin = Math.max(start ?? 0, now);
    const end = Math.ceil(begin / SECOND_MS + until) * SECOND_MS;
    return { body: { ...body, ttl: `${until}s` }, from: start, until: end };
  }
  const end = at(until);
  if (end === null) return { body, from: start, until: end };
  return {
    body: { ...body, expirationTime: new Date(end).toISOString() },
    from: start,
    until: end,
  };
}

async function create({ model, groups, people }: World, one: Step, now: number, token: string) {
  const { body, from, until } = timesOf(one, now);
  const { person, group } = one;
  const made = { person, group, created: now, from, until };
  const given = { identityUid: people[person]?.uid, roleUid: roleUidOf('viewer'), ...body };
  const answer = await grove.post(`${BINDINGS}/${groups[group]}`, given, { token });
  if (isWrong(made, now)) return failure(answer, 'INVALID_ARGUMENT');
  if (model.conflicts(made, now)) return failure(answer, 'ALREADY_EXISTS');
  return model.bound.push({ uid: String(ok(answer)['uid']), ...made });
}

const isWrong = ({ from, until }: Pick<Bound, 'from' | 'until'>, now: number, former?: Bound) =>
  until !== null && ((from !== null && until <= from) || (until <= now && until !== former?.until));

async function update({ model }: World, one: Step, now: number, token: string) {
  const former = model.bound[one.which % model.bound.length];
  if (former === undefined) return;
  const { body, from, until } = timesOf(one, now);
  const next = { ...former, from, until };
  const mask = `startTime,${'ttl' in body ? 'ttl' : 'expirationTime'}`;
  const path = `${BINDINGS}/${former.uid}?update_mask=${mask}`;
  const answer = await grove.patch(path, body, { token });
  if (isWrong(next, now, former)) return void failure(answer, 'INVALID_ARGUMENT');
  const isSame = from === former.from && until === former.until;
  if (!isSame && model.conflicts(next, now, former.uid)) {
    return void failure(answer, 'ALREADY_EXISTS');
  }
  ok(answer);
  Object.assign(former, next);
}

/** @returns the time after the step. */
async function take(world: World, one: Step, now: number): Promise<number> {
  const { model, people } = world;
  const token = await mintToken(grove.ownerUid, 60);
  if (one.kind === 'create') await create(world, one, now, token);
  if (one.kind === 'update') await update(world, one, now, token);
  const former = model.bound[one.which % model.bound.length];
  if (one.kind === 'delete' && former !== undefined) {
    okEmpty(await grove.call('DELETE', `${BINDINGS}/${former.uid}`, { token }));
    model.bound = model.bound.filter((kept) => kept !== former);
  }
  if (one.kind === 'block') {
    const isBlocked = model.blocked.delete(one.person);
    if (!isBlocked) model.blocked.add(one.person);
    const path = `/iam/v2beta1/identities:${isBlocked ? 'unblock' : 'block'}`;
    ok(await grove.post(path, { uid: people[one.person]?.uid }, { token }));
  }
  const ahead = model.ahead(now);
  const instant = ahead[one.which % ahead.length] ?? now + SECOND_MS;
  return one.kind === 'wait' ? Math.max(now, instant + one.past) : now;
}

/** What callers may do equals a plain reading of the bindings. */
async function verify({ model, groups, people }: World, now: number): Promise<void> {
  const owner = await mintToken(grove.ownerUid, 60);
  for (const [person, { uid, key }] of people.entries()) {
    const token = await mintToken(uid, 60);
    for (const [at, group] of groups.entries()) {
      const holds = model.holds(person, at, now);
      const label = JSON.stringify({ person, at, now, ...model });
      for (const credential of [token, key]) {
        const { status } = await grove.get(`/iam/v2beta1/groups/${group}`, { token: credential });
        // Somebody who is blocked everywhere has no access at all.
        expect([holds, status], label).toEqual([holds, holds ? 200 : status === 401 ? 401 : 403]);
      }
      const body = { groupUid: group, identityUid: uid, capability: 'groups.list' };
      const answer = ok(await grove.post('/iam/v2beta1/access:explain', body, { token: owner }));
      expect(answer['allowed'], label).toBe(holds);
    }
  }
}

it('grants what a plain reading of beginnings, ends and blocks says, also at the very second', async () => {
  const reads = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 25 }),
    async (steps) => {
      const world = await newWorld();
      let now = Date.now();
      for (const one of steps) {
        vi.useFakeTimers({ now, toFake: ['Date'] });
        now = await take(world, one, now);
        vi.setSystemTime(now);
        await verify(world, now);
      }
      vi.useRealTimers();
    },
  );
  await fc.assert(reads, randomly(4));
});
