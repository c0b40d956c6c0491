/** The state of an invite, if known. */
import type { ListScope } from '#lib/client/lists/list-state.ts';
import { type AuditEvent, auditEvents, type GroupInvite } from '#lib/client/resources/resources.ts';

/**
 * The number of acceptances of each invite by uid; null if the caller may not read the audit log.
 */
export type Acceptances = ReadonlyMap<string, number> | null;

export type InviteState = 'active' | 'expired' | 'used' | 'unknown';

/** The type of the audit event for an accepted invite. */
const ACCEPTED = 'grove.iam.group_invite.accepted.v1';

/** The API's maximum page size. */
const LIMIT = 200;

/** The audit events of accepted invites, from the creation of the list's oldest invite on. */
export function acceptancesQuery(
  group: string,
  scope: ListScope,
  rows: readonly GroupInvite[] = [],
) {
  const oldest = rows.map(({ createTime }) => createTime).sort()[0];
  return auditEvents.list({
    [scope === 'below' ? 'uidp.descendants_of' : 'uidp.children_of']: group,
    type: ACCEPTED,
    since: oldest ?? '',
    page_size: String(LIMIT),
  });
}

export function acceptancesIn(events: readonly AuditEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { resource } of events) counts.set(resource, (counts.get(resource) ?? 0) + 1);
  return counts;
}

/** @param now milliseconds since 1970. */
export function inviteState(
  { uid, singleUse, expirationTime }: GroupInvite,
  accepted: Acceptances,
  now: number,
): InviteState {
  if (singleUse && (accepted?.get(uid) ?? 0) > 0) return 'used';
  if (Date.parse(expirationTime) <= now) return 'expired';
  // Only the audit log says whether a single-use invite was used.
  return singleUse && accepted === null ? 'unknown' : 'active';
}

/** "viewer for ada@acme.example", "viewer for anyone". */
export const inviteName = ({ role, email }: GroupInvite): string =>
  `${role.name} for ${email ?? 'anyone'}`;
