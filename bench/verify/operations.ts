/** Single operations of random callers, and their results. */
import type { Random } from '../../cli/demo/random.ts';
import { bodyFor, METHODS, outcomeOf } from '../../e2e/api/properties/operations.ts';
import type { Operation } from '../../e2e/api/properties/model.ts';
import { collectionPath } from '#lib/resources/define.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { anyCaller, someCapabilities } from './callers.ts';
import { Neighbourhood } from './neighbourhood.ts';
import { someRow } from './questions.ts';
import { same } from './walk.ts';
import type { Caller, World } from './world.ts';

const PICKS = 9_999;
const VERBS = ['get', 'create', 'update', 'delete'] as const;
const DONE = `SELECT count(*) FROM "AuditEvent" WHERE "result" = 'OK'`;

/** A group with a binding of the caller, one right above or below it, or any. */
function groupFor(world: World, random: Random, { identities }: Caller): string {
  const bound = world.statements.column(
    `SELECT "parent" FROM "RoleBinding" WHERE "identityUid" = ? ORDER BY "rowid"`,
    random.pick(identities),
  );
  if (bound.length === 0 || random.chance(0.2)) return world.group(random);
  const group = random.pick(bound);
  const above = group.includes('/') ? group.slice(0, group.lastIndexOf('/')) : group;
  const where = `"parent" = ? ORDER BY "uid" LIMIT 20`;
  const below = world.statements.column(`SELECT "uid" FROM "Group" WHERE ${where}`, group);
  return random.pick([group, group, above, ...below.slice(0, 2)]);
}

function targetFor(
  world: World,
  random: Random,
  definition: ResourceDefinition,
  { verb, caller }: { verb: string; caller: Caller },
): string {
  const group = groupFor(world, random, caller);
  if (verb === 'create' && random.chance(0.9)) return group;
  if (random.chance(0.1)) return `${group}/${'0'.repeat(16)}`;
  // Sometimes the existing resource is of another kind.
  const type = random.chance(0.1) ? 'Repo' : definition.type;
  const row = someRow(world, random, type, group);
  const uid = String(row?.['uid'] ?? group);
  // A deleted identity cannot make requests, and an owner without a binding cannot bind others.
  const isCaller = world.callers.some(({ identities }) => identities.includes(uid));
  const bindsOwner = world.owner.identities.includes(String(row?.['identityUid']));
  return (verb === 'delete' && isCaller) || (verb !== 'get' && bindsOwner) ? group : uid;
}

/** @returns the expected and actual result: for example `create PERMISSION_DENIED`. */
export async function operate(
  world: World,
  random: Random,
  definition: ResourceDefinition,
): Promise<string> {
  const { statements, api } = world;
  const caller = anyCaller(world, random);
  const verb = random.pick(VERBS.filter((one) => definition.verbs.includes(one)));
  const uid = targetFor(world, random, definition, { verb, caller });
  const near = new Neighbourhood(statements);
  const choices = new Neighbourhood(statements);
  if (random.chance(0.5)) choices.add('Role', `"parent" IS NULL`);
  for (const type of ['Role', 'Identity'] as const) {
    const row = someRow(world, random, type, groupFor(world, random, caller));
    choices.addUid(String(row?.['uid']));
  }
  const pick = () => random.int(0, PICKS);
  const picks = { target: pick(), identity: pick(), role: pick() };
  const capabilities = someCapabilities(random, 0.2);
  const given = { kind: verb, type: definition.type, ...picks, capabilities };
  const request = bodyFor(given, choices.model, caller.identities);
  const isWrite = verb === 'create' || verb === 'update';
  const operation: Operation = { verb, type: definition.type, uid, ...(isWrite && request.given) };
  near.addCallers(caller.identities);
  near.addUid(uid);
  if (verb === 'delete') near.addDependents(uid);
  const before = near.model.things.get(uid);
  const wanted = { ...before, ...operation };
  near.addIdentity(wanted.identityUid ?? '');
  near.addUid(wanted.roleUid ?? '');
  near.addRivals(verb === 'create' ? uid : (before?.parent ?? ''), wanted);
  near.addRoles();
  const expected = near.model.outcome([...caller.identities], operation);
  const done = statements.count(DONE);
  const path = `${collectionPath(definition)}/${uid}`;
  const body = isWrite ? request.body : undefined;
  const answer = await api.call(METHODS[verb], path, caller.token, body);
  const what = `${verb} ${path} ${JSON.stringify(body ?? {})} as ${caller.name}`;
  same(`${what}, answered ${JSON.stringify(answer.body)}`, outcomeOf(answer), expected);
  const changes = statements.count(DONE) - done;
  if (expected !== 'OK' || verb === 'get') same(`changes by ${what}`, changes, 0);
  else verifyChange(world, definition, { what, operation, made: answer.body['uid'] });
  return `${verb} ${expected}`;
}

/** A created resource is in its place, and a deleted one no longer exists. */
function verifyChange(
  { statements }: World,
  { type }: ResourceDefinition,
  { what, operation, made }: { what: string; operation: Operation; made: unknown },
): void {
  const { verb, uid } = operation;
  const row = statements.row(
    `SELECT "uid", "parent" FROM "${type}" WHERE "uid" = ?`,
    verb === 'create' ? String(made) : uid,
  );
  if (verb === 'create') same(`the group of what ${what} made`, row?.['parent'], uid);
  else same(`whether there is what ${what} was about`, row !== undefined, verb !== 'delete');
}
