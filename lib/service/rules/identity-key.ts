import { invalidField, type FieldViolation } from '#lib/aip/errors.ts';
import type { JsonValue } from '#lib/aip/json.ts';
import { parentUid } from '#lib/aip/uid.ts';
import { isNetwork } from '#lib/net/networks.ts';
import { endedKey, keepEnded } from '#lib/auth/refused-uses.ts';
import { newIdentityKey } from '#lib/secrets/identity-key-text.ts';
import { lacksElsewhere, requireItsGrants, usableRole } from './granting.ts';
import { requireNoKey } from './no-key.ts';
import type { Rules } from './rules.ts';

/** The violations of a list of networks. Other values than texts violate the schema already. */
export function networkProblems(field: string, networks: JsonValue = []): FieldViolation[] {
  const blocks = Array.isArray(networks) ? networks : [];
  const description = 'must be an address or a CIDR block such as 192.0.2.0/24';
  return blocks.flatMap((block, index) =>
    typeof block === 'string' && !isNetwork(block)
      ? [{ field: `${field}.${index}`, description }]
      : [],
  );
}

/**
 * Whoever has a key can use what it grants, so its creator must hold all of that in the identity's
 * organization. In other organizations the key has only what its creator holds.
 */
export const identityKeyRules: Rules<'IdentityKey'> = {
  violations: (body) => networkProblems('allowedNetworks', body['allowedNetworks']),

  async beforeWrite(tx, call, { parent, input }) {
    const { identityUid, roleUid } = input;
    requireNoKey(call, 'make keys');
    const identity = await tx.get('Identity', identityUid);
    const inSight = identity !== null && call.reach.holds('identity.list', identityUid);
    if (!inSight || parentUid(identityUid) !== parent) {
      throw invalidField('identityUid', 'is not an identity of this group');
    }
    const role = roleUid === undefined ? undefined : await usableRole(tx, call, roleUid, parent);
    if (role === null) throw invalidField('roleUid', 'is not a role that can be used here');
    const within = role && new Set(role.capabilities);
    await requireItsGrants(tx, call, identityUid, within);
    // Bindings by other organizations keep nobody here from making keys of the identity.
    const atHome = await lacksElsewhere(tx, call, identityUid, within);
    const { text, keyId, hash } = newIdentityKey();
    const makerIdentities = call.actor === undefined ? [...call.principal.identities] : null;
    const columns = { keyId, keyHash: hash, makerIdentities, atHome: atHome ? true : null };
    return { columns, answer: { key: text } };
  },

  beforeDelete: (tx, _call, row) => keepEnded(tx, [endedKey(row)]),
};
