import { encryptSecret } from '#lib/secrets/encryption.ts';
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { providersOf } from '#lib/auth/sign-in/instead-of-password.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { endedSession, keepEnded } from '#lib/auth/refused-uses.ts';
import { MAX_ROLE_RULES } from '#lib/resources/identity-provider.ts';
import { parentUid } from '#lib/aip/uid.ts';
import { eventOf, recordAudit } from '#lib/audit/record.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { reservedUid } from '#lib/service/providers/reservations.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireRole } from './granting.ts';
import { patternViolations } from './pattern-violations.ts';
import { endRuleBindings, requireRules } from './rule-bindings.ts';
import type { Rules, Write } from './rules.ts';

const SECRET = 'oidc.clientSecret';

/** A secret for one issuer must not be sent to an issuer that somebody else sets. */
function requireOwnSecret({ before, input, touches }: Write<'IdentityProvider'>): void {
  if (before === null) return;
  const { issuer, clientSecret } = before;
  if (clientSecret === null || touches(SECRET) || input.oidc.clientSecret !== undefined) return;
  if (input.oidc.issuer === issuer) return;
  throw invalidField(SECRET, 'must be given again for another issuer');
}

/** True for an update after which the provider may vouch for other people than before. */
function changesSignIn(
  before: RowOf<'IdentityProvider'>,
  { input, touches }: Write<'IdentityProvider'>,
): boolean {
  return (
    input.oidc.issuer !== before.issuer ||
    input.oidc.clientId !== before.clientId ||
    input.oidc.clientSecret !== undefined ||
    touches(SECRET)
  );
}

/**
 * Ends sessions of a provider that was deleted or now has another issuer. One record says how many,
 * for there may be thousands.
 */
async function endSessions(
  tx: Transaction,
  call: Call,
  { uid, name }: Pick<RowOf<'IdentityProvider'>, 'uid' | 'name'>,
): Promise<void> {
  const whereOfProvider = is('provider', uid);
  const ended = await tx.find('Session', whereOfProvider);
  if (ended.length === 0) return;
  const sessions = await tx.deleteAll('Session', whereOfProvider);
  await keepEnded(tx, ended.map(endedSession));
  await recordAudit(tx, {
    ...actorOf(call, uid),
    ...eventOf('provider_sessions', 'end', uid, parentUid(uid)),
    before: { name, sessions },
  });
}

/**
 * Without a provider, the policy could no longer keep passwords off, and only an owner may change that.
 *
 * @throws ApiError FAILED_PRECONDITION `PASSWORDS_OFF` for the last provider of a root group whose
 *   policy turns passwords off.
 */
async function keepAProvider(
  tx: Transaction,
  { uid, parent }: RowOf<'IdentityProvider'>,
): Promise<void> {
  const policy = await tx.first('Policy', is('uid', parent));
  if (policy === null || policy.passwordsOffTime === null) return;
  const serving = await providersOf(tx, parent);
  if (!serving.every((one) => one.uid === uid)) return;
  throw refusal(
    'PASSWORDS_OFF',
    'it is the only identity provider of an organization that does not allow passwords; an owner has to allow them first, in its sign-in policy',
    parent,
  );
}

function patternsOf({ roleRules }: JsonObject): (readonly [string, unknown])[] {
  if (!Array.isArray(roleRules) || roleRules.length > MAX_ROLE_RULES) return [];
  return roleRules.map((rule, index) => [
    `roleRules.${index}.pattern`,
    isJsonObject(rule) ? rule['pattern'] : undefined,
  ]);
}

export const identityProviderRules: Rules<'IdentityProvider'> = {
  violations: (body) => patternViolations(patternsOf(body)),

  async reservedUid(tx, call, { parent, input: { reservation } }) {
    return reservation === undefined ? undefined : reservedUid(tx, call, parent, reservation);
  },

  async beforeWrite(tx, call, write) {
    const { parent, input, before } = write;
    const { defaultRole: roleUid, oidc, roleRules = [] } = input;
    if (before !== null && input.reservation !== undefined) {
      throw invalidField('reservation', 'can be used only to create a provider');
    }
    // Whoever changes the issuer decides who gets the role, so the caller must be allowed to grant
    // it.
    const decides = before === null || write.touches('defaultRole') || write.touches('oidc');
    if (roleUid !== undefined && decides) {
      await requireRole(tx, call, { roleUid, group: parent, field: 'defaultRole' });
    }
    await requireRules(tx, call, write);
    requireOwnSecret(write);
    if (before !== null) {
      // The subjects of another issuer are other people, who never sign in through this one again.
      await endRuleBindings(tx, call, before, oidc.issuer === before.issuer ? roleRules : []);
      if (await isOwnUrl(oidc.issuer)) await keepAProvider(tx, before);
      if (changesSignIn(before, write)) await endSessions(tx, call, before);
    }
    if (oidc.clientSecret !== undefined) {
      return { columns: { clientSecret: encryptSecret(oidc.clientSecret, write.uid) } };
    }
    return write.touches(SECRET) ? { columns: { clientSecret: null } } : undefined;
  },

  async beforeDelete(tx, call, row) {
    await keepAProvider(tx, row);
    await endRuleBindings(tx, call, row, []);
    await endSessions(tx, call, row);
  },
};
