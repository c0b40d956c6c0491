import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { invalidField, refusal, type FieldViolation } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { isBelow, isSameOrBelow, rootUid } from '#lib/aip/uid.ts';
import { representativeAt, requireRepresentativeAt } from '#lib/auth/own-identity.ts';
import { config } from '#lib/config.ts';
import { isForbiddenAddress, isLoopbackHost } from '#lib/net/addresses.ts';
import { isWriting } from '#lib/resources/capabilities.ts';
import { typesOf } from '#lib/resources/event-patterns.ts';
import { encryptSecret } from '#lib/secrets/encryption.ts';
import { rescheduleWaiting } from '#lib/service/events/webhooks/deliveries.ts';
import { newWebhookSecret } from '#lib/service/events/webhooks/signatures.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { below } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { digestColumns } from './digest.ts';
import { requireAll } from './granting.ts';
import { requireNoKey } from './no-key.ts';
import type { Extra, Rules, Write } from './rules.ts';

/** Each is read for at each change of its organization. */
export const MAX_SUBSCRIPTIONS = 100;

/** What the schema of a target cannot express, because it follows from the operator's settings. */
function urlViolations(field: string, text: unknown): FieldViolation[] {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null) return [];
  const { privateWebhooks, plainWebhooks } = config();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isLoopbackHost(host);
  if (url.protocol === 'http:' && !isLocal && !plainWebhooks) {
    return [{ field, description: 'must be an https URL; http is for loopback hosts only' }];
  }
  const address = host === 'localhost' ? '127.0.0.1' : host;
  if (isIP(address) === 0 || !isForbiddenAddress(address, privateWebhooks)) return [];
  const description = 'is a private address that GROVE_ALLOW_PRIVATE_WEBHOOKS does not allow';
  return [{ field, description }];
}

function typeViolations(types: unknown): FieldViolation[] {
  if (!Array.isArray(types)) return [];
  return types.flatMap((pattern, index) =>
    typeof pattern === 'string' && typesOf(pattern).length === 0
      ? [{ field: `types.${index}`, description: 'is not a type of events' }]
      : [],
  );
}

/** A webhook sends types of events, and a digest what its view lists. */
function targetViolations({ types = [], webhook, email }: JsonObject): FieldViolation[] {
  const hasTypes = Array.isArray(types) && types.length > 0;
  if (webhook !== undefined && email !== undefined) {
    return [{ field: 'email', description: 'cannot be given with webhook' }];
  }
  if (email !== undefined) {
    return hasTypes ? [{ field: 'types', description: 'cannot be given with email' }] : [];
  }
  if (webhook === undefined) {
    return [{ field: 'webhook', description: 'is required, or email' }];
  }
  return hasTypes ? [] : [{ field: 'types', description: 'is required, or email' }];
}

const violations = (body: JsonObject): FieldViolation[] => [
  ...targetViolations(body),
  ...typeViolations(body['types']),
  ...(isJsonObject(body['webhook']) ? urlViolations('webhook.url', body['webhook']['url']) : []),
];

/** The identity that it acts as, which may be the caller's own or one that they may list. */
async function identityOf(tx: Transaction, call: Call, write: Write<'Subscription'>) {
  const { parent, input, before } = write;
  const { identityUid } = input;
  if (before !== null) {
    if (identityUid === undefined || identityUid === before.identityUid) return before.identityUid;
    throw invalidField('identityUid', 'cannot be changed; make another subscription');
  }
  if (identityUid === undefined) return requireRepresentativeAt(call.principal, parent);
  if (identityUid === representativeAt(call.principal, parent)) return identityUid;
  const isHere = rootUid(identityUid) === rootUid(parent);
  const isSeen = isHere && call.reach.holds('identity.list', identityUid);
  if (!isSeen || (await tx.get('Identity', identityUid)) === null) {
    throw invalidField('identityUid', 'is not an identity of this organization');
  }
  return identityUid;
}

/**
 * Whoever decides where events go sees what the identity sees, so they must hold that themselves.
 *
 * @throws ApiError PERMISSION_DENIED that names what the caller lacks.
 */
async function requireItsSight(tx: Transaction, call: Call, identityUid: string, parent: string) {
  const limits = { made: new Date(), home: rootUid(parent) };
  const withComing = !call.principal.identities.includes(identityUid);
  const grants = await tx.grants([identityUid], { limits, withComing });
  for (const { group, capabilities } of grants) {
    const reads = capabilities.filter((one) => !isWriting(one));
    if (isSameOrBelow(parent, group)) requireAll(call, reads, parent, identityUid);
    else if (isBelow(group, parent)) requireAll(call, reads, group, identityUid);
  }
}

async function requireFewer(tx: Transaction, parent: string): Promise<void> {
  const root = rootUid(parent);
  if ((await tx.count('Subscription', below(root))) < MAX_SUBSCRIPTIONS) return;
  const words = `the organization has ${MAX_SUBSCRIPTIONS} subscriptions already; delete one first`;
  throw refusal('TOO_MANY_SUBSCRIPTIONS', words, root);
}

/** The state after somebody disables or enables it. An enabled one continues at the end of the record. */
async function stateColumns(tx: Transaction, { parent, input, before }: Write<'Subscription'>) {
  const wasOn = before === null ? null : before.state !== 'DISABLED';
  const isOn = input.disabled !== true;
  if (wasOn === isOn) return {};
  const end = await tx.chainEnd(rootUid(parent));
  return {
    state: isOn ? ('ACTIVE' as const) : ('DISABLED' as const),
    reason: isOn ? ('' as const) : ('REQUESTED' as const),
    stateTime: new Date(),
    ...(isOn || before === null ? { position: end?.sequence ?? 0, taken: 0 } : {}),
  };
}

function secretOf({ uid, input, before }: Write<'Subscription'>): Extra<'Subscription'> {
  if (input.email !== undefined) {
    if (input.secret === undefined) return {};
    throw invalidField('secret', 'is for webhooks');
  }
  if (before === null) {
    const secret = input.secret ?? newWebhookSecret();
    return { columns: { secret: encryptSecret(secret, uid) }, answer: { secret } };
  }
  if (input.secret === undefined) return {};
  throw invalidField('secret', 'is replaced by rotateSecret, so that both are valid for a while');
}

/** Whether other people than before may get what the identity sees, or more of it. */
function decidesWhoReads({ input: { types, webhook }, before }: Write<'Subscription'>): boolean {
  // A digest goes to the person of the identity.
  if (webhook === undefined) return false;
  if (before === null) return true;
  const { url, format = 'CLOUD_EVENT' } = webhook;
  return !isDeepStrictEqual([url, format, types], [before.url, before.format, before.types]);
}

/** What waits is tried at once by an enabled one and at another address, and never by a disabled one. */
async function rescheduleAfter(tx: Transaction, { uid, input, before }: Write<'Subscription'>) {
  if (before === null) return;
  const wasOn = before.state !== 'DISABLED';
  const isOn = input.disabled !== true;
  if (wasOn === isOn && before.url === (input.webhook?.url ?? '')) return;
  await rescheduleWaiting(tx, uid, isOn ? new Date() : null);
}

export const BY_NO_KEY = 'make or change subscriptions';

export const subscriptionRules: Rules<'Subscription'> = {
  violations,

  async beforeWrite(tx, call, write): Promise<Extra<'Subscription'>> {
    const { parent, before } = write;
    requireNoKey(call, BY_NO_KEY);
    const identityUid = await identityOf(tx, call, write);
    if (decidesWhoReads(write)) await requireItsSight(tx, call, identityUid, parent);
    if (before === null) await requireFewer(tx, parent);
    const { columns: secret, answer } = secretOf(write);
    const digest = await digestColumns(tx, call, write, identityUid);
    const columns = { identityUid, ...(await stateColumns(tx, write)), ...digest, ...secret };
    await rescheduleAfter(tx, write);
    return { columns, ...(answer !== undefined && { answer }) };
  },
};
