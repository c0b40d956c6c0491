// @module-tag many-runs
// @module-tag v1
import fc from 'fast-check';
import { expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { pathUids } from '#lib/aip/uid.ts';
import { collectionPath } from '#lib/resources/define.ts';
import type { ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { rowsIn } from '../support/database.ts';
import { assertUntil, randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer } from '../harness.ts';
import { below, OUTCOMES } from './model.ts';
import type { Model, Operation, Thing } from './model.ts';
import { bodyFor, METHODS, outcomeOf } from './operations.ts';
import { at, build, capabilities, plan } from './world.ts';

const pick = fc.nat(9_999);
const step = fc.record({
  kind: fc.constantFrom('list', 'get', 'create', 'update', 'delete', 'explain'),
  type: fc.oneof(
    fc.constantFrom<ResourceType>('Group', 'Identity', 'Role', 'RoleBinding'),
    fc.constantFrom(
      ...RESOURCES.map(({ type }) => type).filter((type) => type !== 'AccessRequest'),
    ),
  ),
  actors: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 2 }),
  target: pick,
  identity: pick,
  role: pick,
  /** Whether the uid is unknown, of another kind of resource, or of this kind. */
  which: fc.constantFrom('this', 'this', 'this', 'this', 'this', 'other', 'missing'),
  capabilities,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function definitionOf({ type }: Step): ResourceDefinition {
  return RESOURCES.find((resource) => resource.type === type) as ResourceDefinition;
}

const UID = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g;

/** The number of expected outcomes of each kind, so that the property is not vacuous. */
const met = new Map<string, number>();

function targetOf({ kind, type, target, which }: Step, model: Model): string {
  const groups = model.all('Group').map(({ uid }) => uid);
  const missing = `${at(groups, target)}/${'0'.repeat(16)}`;
  if (which === 'missing') return kind === 'create' && target % 4 === 0 ? 'f'.repeat(40) : missing;
  if (kind === 'create' && which === 'this') {
    return type === 'Group' && target % 8 === 0 ? '' : at(groups, target);
  }
  const kin = which === 'this' ? model.all(type) : [...model.things.values()];
  return kin.length === 0 ? missing : at(kin, target).uid;
}

/** Checks that the caller may know every uid in the response. */
function expectNoLeak(answer: Answer, known: Iterable<string | undefined>): void {
  const allowed = new Set(known);
  const leaked = [...answer.text.matchAll(UID)].filter(([uid]) => !allowed.has(uid));
  expect(
    leaked.map(([uid]) => uid),
    answer.text,
  ).toEqual([]);
}

/** What a response with the resource must refer to. */
function mentions(
  model: Model,
  { uid, parent, identityUid, roleUid, type }: Thing,
): (string | undefined)[] {
  return [
    uid,
    roleUid,
    ...(type === 'RoleBinding' ? [parent, identityUid] : []),
    ...(['IdentityKey', 'Subscription', 'RequestRule'].includes(type) ? [identityUid] : []),
    ...(model.things.has(uid) ? [] : [parent]),
  ];
}

/** Applies the change that the response reports to the model. */
function follow(model: Model, operation: Operation, answer: Answer): string[] {
  const { verb, type, uid, ...given } = operation;
  if (verb === 'delete') model.forget(uid);
  const made = String(answer.body['uid']);
  if (verb === 'update') model.things.set(uid, { ...(model.things.get(uid) as Thing), ...given });
  if (verb === 'create') model.things.set(made, { type, uid: made, parent: uid, ...given });
  return [made];
}

async function verify(model: Model, step: Step, actors: string[], token: string): Promise<void> {
  const { kind } = step;
  const resource = definitionOf(step);
  const path = collectionPath(resource);
  if (kind === 'list') return verifyList(model, step, actors, token);
  if (kind === 'explain') return verifyExplain(model, step, actors, token);
  const verb = kind as Operation['verb'];
  const { body, given } = bodyFor(step, model, actors);
  const uid = targetOf(step, model);
  if (!resource.verbs.includes(verb)) return;
  const isWrite = verb === 'create' || verb === 'update';
  const operation: Operation = { verb, type: resource.type, uid, ...(isWrite ? given : {}) };
  const expected = model.outcome(actors, operation);
  const acknowledged = () => rowsIn('AuditEvent').count({ where: { result: 'OK' } });
  const changes = await acknowledged();
  const answer = await grove.call(METHODS[verb], uid === '' ? path : `${path}/${uid}`, {
    token,
    ...(isWrite ? { body } : {}),
  });
  expect(outcomeOf(answer), `${JSON.stringify(operation)} ${answer.text}`).toBe(expected);
  const changed = (await acknowledged()) - changes;
  expect(changed).toBe(expected === 'OK' && verb !== 'get' ? changed : 0);
  met.set(`${verb} ${expected}`, (met.get(`${verb} ${expected}`) ?? 0) + 1);
  // The request names the resource, so it also names the groups above.
  const known = [
    ...pathUids(uid),
    ...Object.values(body).filter((value) => typeof value === 'string'),
  ];
  if (expected !== 'OK') {
    const seen = [...model.things.values()].filter((thing) => model.sees(actors, thing));
    return expectNoLeak(answer, [...known, ...seen.map((thing) => thing.uid)]);
  }
  if (verb === 'get') {
    if (resource.type === 'AuditEvent') return;
    return expectNoLeak(answer, mentions(model, model.things.get(uid) as Thing));
  }
  const made = follow(model, operation, answer);
  if (uid === '') await learnOwner(model, made[0] ?? '', actors, token);
  const thing = model.things.get(verb === 'create' ? (made[0] ?? '') : uid);
  expectNoLeak(answer, thing === undefined ? [] : mentions(model, thing));
}

/** The creator of a root group becomes its owner. */
async function learnOwner(
  model: Model,
  root: string,
  actors: string[],
  token: string,
): Promise<void> {
  const path = `/iam/v2beta1/roleBindings?uidp.children_of=${root}`;
  const { body } = await grove.get(path, { token });
  const [binding] = body['roleBindings'] as { uid: string; identity: { uid: string } }[];
  const identityUid = String(binding?.identity.uid);
  expect(actors).toContain(identityUid);
  const columns = { parent: root, identityUid, roleUid: model.owner };
  const uid = String(binding?.uid);
  model.things.set(uid, { type: 'RoleBinding', uid, ...columns });
}

async function verifyList(
  model: Model,
  step: Step,
  actors: string[],
  token: string,
): Promise<void> {
  const resource = definitionOf(step);
  const scope = at(model.all('Group'), step.target).uid;
  const filter = at(['', 'descendants_of', 'children_of', 'in_root'], step.role);
  const query = filter === '' ? '' : `&uidp.${filter}=${filter === 'in_root' ? true : scope}`;
  // Denied attempts are written later, and could come between both reads of the log.
  await writeJoined();
  const things =
    resource.type === 'AuditEvent'
      ? (await rowsIn('AuditEvent').findMany()).map(({ uid, parent }): Thing => ({
          type: 'AuditEvent',
          uid,
          parent,
        }))
      : model.all(resource.type);
  const isGroup = resource.type === 'Group';
  const fits: Record<string, (thing: Thing) => boolean> = {
    '': () => true,
    descendants_of: ({ uid }) => below(uid, scope),
    children_of: ({ parent }) => parent === scope,
    in_root: ({ parent }) => (isGroup ? parent === '' : parent.length === 40),
  };
  const shown = things.filter(
    (thing) => model.sees(actors, thing) && fits[filter]?.(thing) === true,
  );
  const answer = await grove.get(`${collectionPath(resource)}?page_size=200${query}`, { token });
  expect(answer.status).toBe(200);
  const listed = (answer.body[resource.collection] as { uid: string }[]).map(({ uid }) => uid);
  const label = `${resource.collection}${query} of ${actors.join()}`;
  expect(answer.body['totalCount'], label).toBe(String(shown.length));
  const expected = shown.map(({ uid }) => uid).sort();
  // There are more audit events than fit on a page; all are counted above.
  expect(listed.toSorted(), label).toEqual(expected.length > 200 ? listed.toSorted() : expected);
  if (resource.type !== 'AuditEvent') {
    expectNoLeak(
      answer,
      shown.flatMap((thing) => mentions(model, thing)),
    );
  }
}

async function verifyExplain(
  model: Model,
  step: Step,
  actors: string[],
  token: string,
): Promise<void> {
  const groupUid = at(model.all('Group'), step.target).uid;
  const identityUid = at(model.all('Identity'), step.identity)?.uid ?? grove.ownerUid;
  const capability = at(CAPABILITIES, step.role);
  const body = { groupUid, identityUid, capability };
  const answer = await grove.post('/iam/v2beta1/access:explain', body, { token });
  const isSelf = actors.includes(identityUid);
  const sees = (uid: string) => isSelf || model.holds(actors, 'role_bindings.list', uid);
  if (!sees(groupUid)) {
    expect(outcomeOf(answer)).toBe('PERMISSION_DENIED');
    return expectNoLeak(answer, [groupUid, identityUid]);
  }
  expect(answer.body['allowed']).toBe(model.holds([identityUid], capability, groupUid));
  const visible = model.all('RoleBinding').filter(({ parent }) => sees(parent));
  expectNoLeak(answer, [
    groupUid,
    identityUid,
    ...visible.flatMap((thing) => mentions(model, thing)),
  ]);
}

it('answers every operation as a brute-force model does, and shows nothing out of reach', async () => {
  const answersAsModel = fc.asyncProperty(
    plan,
    fc.array(step, { minLength: 30, maxLength: 60 }),
    async (world, steps) => {
      const model = await build(world);
      const identities = model.all('Identity').map(({ uid }) => uid);
      for (const one of steps) {
        const actors = [...new Set(one.actors.map((index) => at(identities, index)))].sort();
        // A deleted identity cannot make requests.
        if (!actors.every((uid) => model.things.has(uid))) continue;
        const subject = actors[0] ?? '';
        const act = { iss: grove.url, sub: subject };
        const token = await mintToken(subject, 60, { identities: actors, act });
        await verify(model, one, actors, token);
      }
    },
  );
  await assertUntil(answersAsModel, randomly(4), () => OUTCOMES.every((one) => met.has(one)));
  expect([...met.keys()]).toEqual(expect.arrayContaining(OUTCOMES));
});
