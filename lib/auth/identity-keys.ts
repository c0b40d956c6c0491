/** Keys of identities: who a key acts as, what it grants, and from where it may be used. */
import { LRUCache } from 'lru-cache';
import { unauthenticated } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { BLOCKED, standingOf } from '#lib/auth/matching/blocked.ts';
import { refusedEnded, refusedKey } from '#lib/auth/refused-uses.ts';
import { logError } from '#lib/log.ts';
import { clientNetwork, networks, type Networks } from '#lib/net/networks.ts';
import { perProcess } from '#lib/per-process.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { parseIdentityKey } from '#lib/secrets/identity-key-text.ts';
import { sameText } from '#lib/secrets/signatures.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction, type KeyLimits } from '#lib/store/store.ts';

/** A key that exists. Deleting one raises the access revision, so it can be kept until then. */
export interface IdentityKey {
  uid: string;
  name: string;
  identity: string;
  /** The identity; null if it has patterns, because it then grants access but represents nobody. */
  own: string | null;
  /** In milliseconds since 1970. */
  expires: number;
  /** Null if it may be used from everywhere. */
  networks: Networks | null;
  /** The only capabilities that the key grants; undefined for all that its identity has. */
  within: ReadonlySet<Capability> | undefined;
  limits: KeyLimits;
  /** The groups in which whoever the identity names is blocked. */
  blockedIn: readonly string[];
}

async function keyOf(row: RowOf<'IdentityKey'>): Promise<IdentityKey> {
  const { uid, name, identityUid, identity, expirationTime, allowedNetworks } = row;
  const { roleUid, createTime, atHome } = row;
  const { identities, isStopped, blockedIn } = await standingOf([identityUid]);
  // The organization of the identity made the key. So a block there also ends what other
  // organizations have bound the identity to.
  if (isStopped || blockedIn.includes(rootUid(identityUid))) throw refusedKey(BLOCKED, row);
  if (identities.length === 0) throw unconfirmed();
  const role = roleUid === null ? null : await committed.get('Role', roleUid);
  return {
    uid,
    name,
    identity: identityUid,
    own: identity.issuer === null || identity.subject === null ? null : identityUid,
    expires: expirationTime.getTime(),
    networks: allowedNetworks.length === 0 ? null : networks(allowedNetworks),
    within: roleUid === null ? undefined : new Set(role?.capabilities),
    limits: { made: createTime, home: atHome === true ? rootUid(identityUid) : null },
    blockedIn,
  };
}

const unconfirmed = () => unauthenticated('the person of the identity has not confirmed it');

const UNKNOWN = 'the key does not exist, or was deleted';

/** @throws ApiError UNAUTHENTICATED */
export async function identityKeyOf(text: string): Promise<IdentityKey> {
  const parsed = parseIdentityKey(text);
  const [row] = parsed ? await committed.rows('IdentityKey', is('keyId', parsed.keyId)) : [];
  if (parsed === null) throw unauthenticated(UNKNOWN);
  if (row === undefined || !sameText(row.keyHash, parsed.hash)) {
    throw await refusedEnded(UNKNOWN, parsed.hash);
  }
  return keyOf(row);
}

/**
 * The key that a token was exchanged for.
 *
 * @throws ApiError UNAUTHENTICATED
 */
export async function identityKeyByUid(uid: string): Promise<IdentityKey> {
  const row = await committed.get('IdentityKey', uid);
  if (row === null) throw unauthenticated(UNKNOWN);
  return keyOf(row);
}

/**
 * Checks expiry and network of a key, and notes the use.
 *
 * @param address the client's, without port; undefined if the key is inspected and not used.
 * @throws ApiError UNAUTHENTICATED
 */
export function checkKey(key: IdentityKey, address?: string): void {
  const { uid, identity: identityUid, name, expires, networks: from } = key;
  const refused = (cause: string) => refusedKey(cause, { uid, identityUid, name });
  if (Date.now() >= expires) throw refused('the key has expired');
  if (address === undefined) return;
  if (from?.has(address) === false) throw refused('the key is not for this network');
  noteUse(uid, clientNetwork(address));
}

const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** The networks from which keys were used within the last minute. */
const uses = perProcess(
  'keyUses',
  () => new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: INTERVAL_MS }),
);

/** Written at most once a minute, unless the network changes. No request waits for it. */
function noteUse(uid: string, network: string): void {
  if (uses.value.get(uid) === network) return;
  uses.value.set(uid, network);
  const noted = { lastUsedTime: new Date(), lastUsedNetwork: network };
  transaction((tx) => tx.note('IdentityKey', is('uid', uid), noted)).catch((error: unknown) =>
    logError('cannot record when a key was last used', error),
  );
}
