/** How long sessions last. Each organization has its own setting, or uses the default. */
import { z } from 'zod';
import { rootUid } from '#lib/aip/uid.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { AccessCache } from '#lib/access/access-cache.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';

/** All in seconds. */
const limits = z.strictObject({
  idle: z.int().min(60),
  /** How long a session lasts after the sign-in, even if it is used. */
  absolute: z.int().min(300),
});

export type SessionLimits = z.infer<typeof limits>;

const DEFAULT_LIMITS: SessionLimits = { idle: 12 * 60 * 60, absolute: 30 * 24 * 60 * 60 };

/** The longest absolute lifetime that an organization can set, in seconds. */
export const MAX_ABSOLUTE_S = 90 * 24 * 60 * 60;

// `EVENTS` in lib/store/sql/access.ts knows it, since a change of it has callers looked up again.
const keyOf = (root: string) => `session-limits:${root}`;

const known = new AccessCache<SessionLimits>();

/**
 * @param uid of any resource in the organization: the identity provider, or the identity.
 * @param revision the access revision, if it was read.
 */
export function sessionLimitsOf(uid: string, revision?: string): Promise<SessionLimits> {
  const key = keyOf(rootUid(uid));
  const read = async () => {
    const setting = await committed.first('Setting', is('key', key));
    return setting === null ? DEFAULT_LIMITS : limits.parse(JSON.parse(setting.value));
  };
  return known.lookUp(key, read, revision);
}

/** @param root the uid of the organization's root group. */
export async function setSessionLimits(root: string, set: SessionLimits): Promise<void> {
  const before = await sessionLimitsOf(root);
  await transaction(async (tx) => {
    await tx.put('Setting', { key: keyOf(root), value: JSON.stringify(set) });
    const name = (await tx.get('Group', root))?.name ?? '';
    await recordAudit(tx, {
      ...programActor('command line'),
      ...eventOf('session_limits', 'update', root),
      before: { name, ...before },
      after: { name, ...set },
    });
  });
}
