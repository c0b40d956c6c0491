import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { failedPrecondition, invalidField } from '#lib/aip/errors.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { isSameOrBelow, parentUid } from '#lib/aip/uid.ts';
import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { newIdentityKey } from '#lib/secrets/identity-key-text.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireAll } from './hand-out.ts';
import type { Rules } from './rules.ts';

/** Addresses in full only: `10.1` would be read as 10.0.0.1. */
const isNetwork = (block: string): boolean => {
  const [address = '', bits] = block.split('/', 2);
  return isIP(address) !== 0 && (bits === undefined || ipaddr.isValidCIDR(block));
};

function networkViolations({ allowedNetworks }: JsonObject): FieldViolation[] {
  if (!Array.isArray(allowedNetworks)) return [];
  return allowedNetworks.flatMap((block, index) =>
    typeof block !== 'string' || isNetwork(block)
      ? []
      : [
          {
            field: `allowedNetworks.${index}`,
            description: 'must be an address or a CIDR block such as 192.0.2.0/24',
          },
        ],
  );
}

interface Wanted {
  identityUid: string;
  roleUid?: string;
}

/** The capabilities of the role; null for none. The role must be one of the identity's group. */
async function narrowedTo(
  tx: Transaction,
  call: Call,
  { roleUid }: Wanted,
  group: string,
): Promise<ReadonlySet<Capability> | null> {
  if (roleUid === undefined) return null;
  const role = await tx.get('Role', roleUid);
  const inSight =
    role !== null && (isBuiltInRole(roleUid) || call.reach.holds('roles.list', roleUid));
  if (!inSight || (role.parent !== null && !isSameOrBelow(group, role.parent))) {
    throw invalidField('roleUid', 'is not a role that can be used here');
  }
  return new Set(role.capabilities);
}

/**
 * Whoever has the key can do what it grants, so its maker must hold all of that. A key cannot make
 * keys: one that leaks would live on in them after it is deleted.
 */
export const identityKeyRules: Rules<'IdentityKey'> = {
  violations: networkViolations,

  async beforeWrite(tx, call, { parent, input }) {
    const { identityUid, roleUid } = input as JsonObject & Wanted;
    if (call.principal.key !== undefined) {
      throw failedPrecondition([
        {
          type: 'KEY_NOT_ALLOWED',
          subject: call.principal.key.uid,
          description: 'a key cannot make keys; sign in, or use a token of your issuer',
        },
      ]);
    }
    const identity = await tx.get('Identity', identityUid);
    const inSight = identity !== null && call.reach.holds('identity.list', identityUid);
    if (!inSight || parentUid(identityUid) !== parent) {
      throw invalidField('identityUid', 'is not an identity of this group');
    }
    const within = await narrowedTo(tx, call, { identityUid, roleUid }, parent);
    for (const { group, capabilities } of await tx.grants([identityUid])) {
      const granted = capabilities.filter((capability) => within?.has(capability) ?? true);
      requireAll(call, granted, group);
    }
    const { text, keyId, hash } = newIdentityKey();
    return { columns: { keyId, keyHash: hash }, answer: { key: text } };
  },
};
