/**
 * What an operator can do with the keys of a running installation. Every process uses the changed
 * keys from its next request on.
 */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '#lib/aip/json.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { revokeKey, rotateKeys } from '#lib/auth/tokens/keys.ts';
import {
  rewrapSecrets,
  changeSecrets,
  newSecret,
  secrets,
  secretsWrappedWith,
  withNewEncryptionKey,
} from '#lib/secrets/secrets.ts';
import type { Secrets } from '#lib/secrets/secrets.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';
import type { WrappingKey } from '#lib/settings/wrapping-key.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { signHeads } from '#lib/service/record/heads.ts';
import { renewAll, retireUnusedKeys } from './encryption-keys.ts';

/** The keys of the installation that `keys rotate --only` names. */
export const KEY_KINDS = ['signing', 'encryption', 'session', 'page-token', 'setup'] as const;

export type KeyKind = (typeof KEY_KINDS)[number];

/** The result of a rotation: the ids of new keys, and the names of other secrets that changed. */
interface Rotated {
  signingKey?: string;
  encryptionKey?: string;
  replaced: KeyKind[];
}

// `EVENTS` in lib/store/sql/access.ts knows it, since a change of it has callers looked up again.
const CHANGED = 'signing-keys-changed';

/**
 * Runs a change of the signing keys, then raises the access revision, at which every process reads
 * them again. It is raised even if the change fails, because one that was interrupted before may
 * have replaced the file.
 */
async function announced<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } finally {
    const value = new Date().toISOString();
    await transaction((tx) => tx.put('Setting', { key: CHANGED, value }));
  }
}

/**
 * Replaces keys. Signing keys verify until the last token that they may have signed has expired.
 * Stored secrets are encrypted again before the old encryption key is removed. The other secrets
 * stop working at once.
 */
export async function rotate(kinds: readonly KeyKind[]): Promise<Rotated> {
  const rotated: Rotated = { replaced: KEY_KINDS.filter((kind) => kinds.includes(kind)) };
  await announced(() =>
    transaction(async (tx) => {
      changeSecrets((known) => changed(known, kinds));
      if (kinds.includes('signing')) rotated.signingKey = (await rotateKeys()).kid;
      if (kinds.includes('encryption')) {
        rotated.encryptionKey = secrets().encryption.current;
        await renewAll(tx);
      }
      await recordForAll(tx, 'update', { ...rotated });
    }),
  );
  await retireUnusedKeys();
  return rotated;
}

function changed(known: Secrets, kinds: readonly KeyKind[]): Secrets {
  return {
    ...(kinds.includes('encryption') ? withNewEncryptionKey(known) : known),
    ...(kinds.includes('session') && { session: newSecret() }),
    ...(kinds.includes('page-token') && { pageToken: randomBytes(32) }),
    ...(kinds.includes('setup') && { setup: newSecret() }),
  };
}

/**
 * Revokes a signing key. No process accepts its tokens from then on. The heads of records that it
 * may have signed are signed again.
 *
 * @throws ApiError NOT_FOUND if there is no such key.
 */
export async function revoke(kid: string): Promise<{ revoked: string; signingKey: string }> {
  const { kid: signingKey } = await announced(() =>
    transaction(async (tx) => {
      const current = await revokeKey(kid);
      await recordForAll(tx, 'revoke', { revoked: kid, signingKey: current.kid });
      return current;
    }),
  );
  await signHeads(await committed.chains());
  return { revoked: kid, signingKey };
}

/** Wraps the keys of the data folder with another key of the operator, or with none. */
export async function rewrapKeys(to: WrappingKey | undefined): Promise<void> {
  await transaction(async (tx) => {
    rewrapSecrets(to);
    await recordForAll(tx, 'update', { wrappedWith: secretsWrappedWith() });
  });
}

/** The keys are those of every organization. */
async function recordForAll(
  tx: Transaction,
  operation: 'update' | 'revoke',
  change: JsonObject,
): Promise<void> {
  const actor = programActor(OPERATOR);
  for (const { uid, name } of await tx.find('Group', is('parent', ''))) {
    await recordAudit(tx, {
      ...actor,
      ...eventOf('installation_keys', operation, uid),
      after: { name, ...change },
    });
  }
}
