/** Creates again what was deleted, by the rules of every new resource. */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { parentUid } from '#lib/aip/uid.ts';
import { eventOf, recordAudit } from '#lib/audit/record.ts';
import { isLeftOut } from '#lib/audit/states.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import type { ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import { group } from '#lib/resources/group.ts';
import { identity } from '#lib/resources/identity.ts';
import { role } from '#lib/resources/role.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { actorOf, logOf } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import type { Answer } from '#lib/service/verbs/get.ts';
import { insert, newInput } from '#lib/service/verbs/create.ts';
import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { requireSameMatch, requireSuccessor } from './succession.ts';

type Event = RowOf<'AuditEvent'>;

/** The field of the input that has what no record has, and the input with it. */
const SECRETS: Readonly<
  Partial<Record<ResourceType, (body: JsonObject, secret: string) => JsonObject>>
> = {
  IdentityProvider: ({ oidc }, clientSecret) => ({
    oidc: { ...(isJsonObject(oidc) ? oidc : {}), clientSecret },
  }),
  RegistrySource: (_body, password) => ({ password }),
};

/**
 * The fields of the input that the secret changes.
 *
 * @throws ApiError INVALID_ARGUMENT for a secret of a resource that has none.
 */
export function secretFields(
  { type, noun }: ResourceDefinition,
  body: JsonObject,
  secret: string | undefined,
): JsonObject {
  if (secret === undefined) return {};
  const fieldsOf = SECRETS[type];
  if (fieldsOf === undefined) throw invalidField('secret', `a ${noun} has none`);
  return fieldsOf(body, secret);
}

const TIMES = ['startTime', 'expirationTime'] as const;

const uidIn = (value: unknown) =>
  isJsonObject(value) && typeof value['uid'] === 'string' ? { uid: value['uid'] } : null;

/** The input of a resource in a state of a record; of an update, only what it changed. */
export function inputIn({ type, input }: ResourceDefinition, state: JsonObject | null): JsonObject {
  if (type !== 'RoleBinding') {
    const fields = Object.keys(input?.shape ?? {});
    return Object.fromEntries(Object.entries(state ?? {}).filter(([key]) => fields.includes(key)));
  }
  const [identityOf, roleOf] = [uidIn(state?.['identity']), uidIn(state?.['role'])];
  return {
    ...(identityOf && { identityUid: identityOf.uid }),
    ...(roleOf && { roleUid: roleOf.uid }),
    ...Object.fromEntries(TIMES.flatMap((name) => (state?.[name] ? [[name, state[name]]] : []))),
  };
}

const isPast = (time: unknown) => typeof time === 'string' && Date.parse(time) <= Date.now();

/** Why a deleted resource does not come back, whoever asks. */
function requireRestorable({ type, noun }: ResourceDefinition, event: Event): JsonObject {
  const { uid, before } = event;
  const refuse = (reason: string, words: string) => refusal(reason, words, uid);
  if (before === null) throw refuse('NOT_KEPT', `the record does not say what the ${noun} was`);
  if (type === 'GroupInvite' || type === 'IdentityKey') {
    throw refuse('NOT_KEPT', `no record has the secret of the ${noun}; make a new one`);
  }
  if (parentUid(event.resource) === '') {
    throw refuse('NOT_REVERSIBLE', 'an organization does not come back; restore a backup');
  }
  if (before['providerUid'] !== undefined) {
    const words = 'a role rule of an identity provider made it; change the rule instead';
    throw refuse('MADE_BY_PROVIDER', words);
  }
  if (type === 'RoleBinding' && before['unconfirmedTime'] !== undefined) {
    const words = 'it had no effect, since its identity may be somebody else; bind the role if not';
    throw refuse('WITHOUT_EFFECT', words);
  }
  if (type === 'RoleBinding' && isPast(before['expirationTime'])) {
    throw refuse('ENDED', 'its end has come; bind the role again');
  }
  if (before['blockedTime'] !== undefined) {
    throw refuse('IDENTITY_BLOCKED', 'it was blocked, and would come back without the block');
  }
  return before;
}

/** The account of a person is deleted with the identity that it belongs to. */
async function requireNoAccount({ resource, uid }: Event, body: JsonObject): Promise<void> {
  const { claimMatch } = body;
  if (!isJsonObject(claimMatch) || claimMatch['subject'] !== resource) return;
  if (!(await ownUrls()).has(String(claimMatch['issuer']))) return;
  const words = 'the account of the person ended with the identity; invite them again';
  throw refusal('ACCOUNT_GONE', words, uid);
}

/** The lists of references, each with what finds the uid that one has today. */
const LISTED: Readonly<Record<string, (reads: Reads, uid: string) => Promise<string>>> = {
  roles: roleNow,
  requesterRoles: roleNow,
  requesterIdentities: identityNow,
  approverIdentities: identityNow,
};

/**
 * The references with the uids that they have today.
 *
 * @throws ApiError FAILED_PRECONDITION `RESOURCE_GONE`, or `CHANGED_SINCE` for an identity that may match others.
 */
export async function withReferences(
  reads: Reads,
  call: Call,
  event: Event,
  body: JsonObject,
): Promise<JsonObject> {
  const { identityUid, roleUid, defaultRole, roleRules } = body;
  const now = { ...body };
  if (typeof identityUid === 'string') {
    now['identityUid'] = await requireSuccessor(reads, identity, identityUid);
    const isSeen = call.reach.holds('identity.list', now['identityUid']);
    if (isSeen) await requireSameMatch(reads, event, identityUid, now['identityUid']);
  }
  if (typeof roleUid === 'string') now['roleUid'] = await roleNow(reads, roleUid);
  if (typeof defaultRole === 'string') now['defaultRole'] = await roleNow(reads, defaultRole);
  if (Array.isArray(roleRules)) {
    const rules: JsonObject[] = [];
    for (const rule of roleRules.filter(isJsonObject)) {
      rules.push({
        ...rule,
        roleUid: await roleNow(reads, String(rule['roleUid'])),
        groupUid: await requireSuccessor(reads, group, String(rule['groupUid'])),
      });
    }
    now['roleRules'] = rules;
  }
  for (const [name, uidNow] of Object.entries(LISTED)) {
    const uids = body[name];
    if (!Array.isArray(uids)) continue;
    const found: string[] = [];
    for (const uid of uids) found.push(await uidNow(reads, String(uid)));
    now[name] = found;
  }
  return now;
}

async function roleNow(reads: Reads, uid: string): Promise<string> {
  return isBuiltInRole(uid) ? uid : requireSuccessor(reads, role, uid);
}

function identityNow(reads: Reads, uid: string): Promise<string> {
  return requireSuccessor(reads, identity, uid);
}

interface Restoring {
  event: Event;
  /** The group that gets it. */
  parent: string;
  secret?: string | undefined;
}

/** The new resource. Its record and one of the former say that it came back, and since when it had been there. */
export async function restore(
  tx: Transaction,
  definition: ResourceDefinition,
  call: Call,
  { event, parent, secret }: Restoring,
): Promise<{ answer: Answer; since: string }> {
  const before = requireRestorable(definition, event);
  const recorded = inputIn(definition, before);
  const lost = Object.entries(recorded).find(([, value]) => isLeftOut(value));
  if (lost !== undefined) {
    throw refusal('NOT_KEPT', `${lost[0]}: was too large for the record`, event.uid);
  }
  if (definition.type === 'Identity') await requireNoAccount(event, recorded);
  const whole = { ...recorded, ...secretFields(definition, recorded, secret) };
  const body = await withReferences(tx, call, event, whole);
  const since = String(before['createTime']);
  const remark = { restored: { uid: event.resource, since } };
  const input = newInput(definition, body);
  const answer = await insert(tx, definition, call, { parent, input, remark });
  const uid = String(answer.body['uid']);
  const log = logOf(definition, uid);
  await recordAudit(tx, {
    ...actorOf(call, log),
    ...eventOf(definition, 'restore', event.resource, log),
    after: { name: before['name'] ?? '', uid, since },
  });
  return { answer, since };
}
