// @module-tag many-runs
/**
 * Blocks by administrators of different groups, and role bindings, in every order: a plain model says who
 * may block and unblock, and what the person reaches, and everything that reads blocks agrees with it.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { isSameOrBelow } from '#lib/aip/uid.ts';
import { randomly } from '../../support/random.ts';
import { grove, issuer, newName, over, withIssuerAndTransports as it } from '../fixtures.ts';
import { type Answer, type Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { exchangeToken } from '../support/exchange.ts';
import { list } from '../support/lists.ts';
import { bind, newGroup, personWith } from '../support/people.ts';

const IAM = '/iam/v2beta1';

interface Actor {
  token: string;
  /** The topmost group of the actor's rights. */
  top: string;
  /** Whether they may delete role bindings, as owners may and editors may not. */
  isOwner: boolean;
}

interface Block {
  group: string;
  by: Actor;
}

interface World {
  groups: string[];
  actors: Actor[];
  token: string;
  /** Identities that name one person, by uid. */
  blocks: Map<string, Block | null>;
  bindings: Map<string, { uid: string; identity: string; group: string }>;
  /** A key of one of them. */
  key: { identity: string; text: string };
}

type Step =
  | { kind: 'block' | 'unblock'; actor: number; identity: number }
  | { kind: 'bind' | 'unbind'; identity: number; group: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('block', 'unblock'),
    actor: fc.nat(4),
    identity: fc.nat(2),
  }),
  fc.record({ kind: fc.constantFrom('bind', 'unbind'), identity: fc.nat(2), group: fc.nat(3) }),
);

/** A group with two below it, of which one has another one; it stands for the whole organization. */
async function build(): Promise<World> {
  const root = grove.rootUid;
  const a = await newGroup(grove, root);
  const inner = await newGroup(grove, a);
  const b = await newGroup(grove, root);
  const actor = async (role: string, top: string): Promise<Actor> => ({
    token: (await personWith(grove, role, top)).token,
    top,
    isOwner: role === 'owner',
  });
  const actors = [
    await actor('owner', root),
    await actor('owner', a),
    await actor('editor', a),
    await actor('editor', inner),
    await actor('editor', inner),
  ];
  const subject = newName('person');
  const blocks = new Map<string, Block | null>();
  for (const group of [root, inner, b]) {
    const claimMatch = { issuer: issuer.issuer, subject };
    const body = { name: `${subject} in ${group.slice(-4)}`, claimMatch };
    blocks.set(String(ok(await grove.post(`${IAM}/identities/${group}`, body))['uid']), null);
  }
  const token = await issuer.sign({ sub: subject, aud: grove.url });
  const identity = [...blocks.keys()][1] ?? '';
  const asked = { name: subject, identityUid: identity, ttl: '3600s' };
  const made = ok(await grove.post(`${IAM}/identityKeys/${inner}`, asked));
  return {
    groups: [root, a, inner, b],
    actors,
    token,
    blocks,
    bindings: new Map(),
    key: { identity, text: String(made['key']) },
  };
}

const keyOf = (identity: string, group: string) => `${identity} at ${group}`;

const blocksIn = ({ blocks }: World): Block[] => [...blocks.values()].filter((one) => one !== null);

/** Whether a role binding at the group has effect for the person. */
const hasEffect = (world: World, group: string) =>
  !blocksIn(world).some((block) => isSameOrBelow(group, block.group));

const bindingsOf = ({ bindings }: World) => [...bindings.values()];

function mayBlock(world: World, actor: Actor, identity: string): boolean {
  const known = world.blocks.get(identity) ?? null;
  if (!isSameOrBelow(identity, actor.top)) return false;
  if (known !== null && !isSameOrBelow(known.group, actor.top)) return false;
  return bindingsOf(world).every(({ group }) => {
    const reachesIn = isSameOrBelow(group, actor.top) || isSameOrBelow(actor.top, group);
    return !reachesIn || (actor.isOwner && isSameOrBelow(group, actor.top));
  });
}

function mayUnblock(world: World, actor: Actor, identity: string): boolean {
  const known = world.blocks.get(identity) ?? null;
  if (known === null || !isSameOrBelow(known.group, actor.top)) return false;
  if (!isSameOrBelow(identity, actor.top)) return false;
  const restored = bindingsOf(world).some(({ group }) => isSameOrBelow(group, known.group));
  return known.by === actor || actor.isOwner || !restored;
}

const uidOf = (world: World, nth: number) => [...world.blocks.keys()][nth] ?? '';

async function take(world: World, step: Step): Promise<void> {
  const uid = uidOf(world, step.identity);
  if ('group' in step) return bindOrNot(world, step, uid);
  const actor = world.actors[step.actor];
  if (actor === undefined) throw new Error('no such actor');
  // Only a block can be undone.
  if (step.kind === 'unblock' && world.blocks.get(uid) === null) return;
  const isAllowed = step.kind === 'block' ? mayBlock : mayUnblock;
  const expected = isAllowed(world, actor, uid);
  const answer = await grove.post(`${IAM}/identities:${step.kind}`, { uid }, actor);
  expect([answer.status, answer.text], `${step.kind} by ${world.actors.indexOf(actor)}`).toEqual([
    expected ? 200 : 403,
    answer.text,
  ]);
  if (!expected) return;
  const block = step.kind === 'block' ? { group: actor.top, by: actor } : null;
  world.blocks.set(uid, block);
  expect(answer.body['blockedGroupUid']).toBe(block?.group);
}

async function bindOrNot(
  world: World,
  { kind, group: nth }: Step & { kind: 'bind' | 'unbind' },
  identity: string,
): Promise<void> {
  const group = world.groups[nth] ?? '';
  const key = keyOf(identity, group);
  const known = world.bindings.get(key);
  if (kind === 'bind' && known === undefined) {
    const { uid } = await bind(grove, group, identity, 'viewer');
    world.bindings.set(key, { uid: String(uid), identity, group });
  } else if (kind === 'unbind' && known !== undefined) {
    okEmpty(await grove.del(`${IAM}/roleBindings/${known.uid}`));
    world.bindings.delete(key);
  }
}

/** The groups that the person sees, of those of the world, as one identity or as all. */
const seen = (world: World, as?: string): string[] => {
  const granted = bindingsOf(world).filter(
    ({ identity, group }) => hasEffect(world, group) && identity === (as ?? identity),
  );
  return world.groups.filter((one) => granted.some(({ group }) => isSameOrBelow(one, group)));
};

/** Over REST, gRPC and v1, with a token, an exchanged one and a key. */
async function agreeOnReach(world: World): Promise<void> {
  const { token, groups } = world;
  const expected = seen(world);
  // Somebody whom the whole organization blocks is nobody.
  const isOut = blocksIn(world).some(({ group }) => group === grove.rootUid);
  const statusFor = (group: string) => (isOut ? 401 : expected.includes(group) ? 200 : 403);
  const exchanged = await exchangeToken(grove, token);
  expect(exchanged.status === 200).toBe(!isOut);
  const other = String(exchanged.body['access_token']);
  for (const group of groups) {
    const path = `${IAM}/groups/${group}`;
    const ways: Promise<Answer>[] = [
      grove.get(path, { token }),
      over.grpc('GET', path, { token }),
      ...(isOut ? [] : [grove.get(path, { token: other })]),
    ];
    for (const way of ways) expect((await way).status).toBe(statusFor(group));
    const byKey = seen(world, world.key.identity).includes(group) ? 200 : 403;
    const answer = await grove.get(path, { token: world.key.text });
    expect(answer.status).toBe(isOut ? 401 : byKey);
  }
  expect((await grove.get('/auth/v1/me', { token })).status).toBe(isOut ? 401 : 200);
  const v1 = await grove.get('/iam/v1/groups', { token });
  expect(v1.status).toBe(isOut ? 401 : 200);
  const named = groups.filter((group) => v1.text.includes(`"${group}"`));
  expect(isOut ? [] : named).toEqual(isOut ? [] : expected);
}

/** What administrators are shown. */
async function agreeOnView(world: World): Promise<void> {
  const { blocks, groups } = world;
  const blocked = await list(grove, `${IAM}/identities`, {
    blocked: 'true',
    'uidp.descendants_of': grove.rootUid,
  });
  const reach = blocked.items
    .filter(({ uid }) => blocks.has(String(uid)))
    .map(({ uid, blockedGroupUid }) => [uid, blockedGroupUid]);
  const inModel = [...blocks].flatMap(([uid, block]) =>
    block === null ? [] : [[uid, block.group]],
  );
  expect(reach.sort()).toEqual(inModel.sort());
  for (const isInEffect of [true, false]) {
    const query = new URLSearchParams({ in_effect: String(isInEffect), page_size: '200' });
    for (const identity of blocks.keys()) query.append('identity', identity);
    const { roleBindings } = ok(await grove.get(`${IAM}/roleBindings?${query}`));
    const expected = bindingsOf(world).filter(
      ({ group }) => hasEffect(world, group) === isInEffect,
    );
    expect((roleBindings as Json[]).map(({ uid }) => uid).sort()).toEqual(
      expected.map(({ uid }) => uid).sort(),
    );
  }
  for (const identityUid of blocks.keys()) {
    for (const groupUid of groups) await agreeOnAnswer(world, identityUid, groupUid);
  }
}

async function agreeOnAnswer(world: World, identityUid: string, groupUid: string): Promise<void> {
  const capability = 'groups.list';
  const giving = bindingsOf(world).filter(
    ({ identity, group }) => identity === identityUid && isSameOrBelow(groupUid, group),
  );
  const effective = giving.filter(({ group }) => hasEffect(world, group));
  const body = { identityUid, groupUid };
  const one = ok(await grove.post(`${IAM}/access:explain`, { ...body, capability }));
  expect(one['allowed']).toBe(effective.length > 0);
  expect(one['blocked']).toBe(hasEffect(world, groupUid) ? undefined : true);
  const all = ok(await grove.post(`${IAM}/access:explain`, body))['capabilities'] as Json[];
  const found = all.find((granted) => granted['capability'] === capability);
  expect(((found?.['roleBindingUids'] ?? []) as string[]).toSorted()).toEqual(
    effective.map(({ uid }) => uid).sort(),
  );
  const query = `group_uid=${groupUid}&capability=${capability}`;
  const who = ok(await grove.get(`${IAM}/access:whoCan?${query}`))['roleBindings'] as Json[];
  const theirs = who.filter(({ identity }) => (identity as Json)['uid'] === identityUid);
  expect(theirs.map(({ uid }) => uid).sort()).toEqual(effective.map(({ uid }) => uid).sort());
}

it('stops what may be taken away where it was set, and nothing else', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 16 }), async (steps) => {
      const world = await build();
      for (const step of steps) {
        await take(world, step);
        await agreeOnReach(world);
      }
      await agreeOnView(world);
    }),
    randomly(12),
  );
});
