/** What has become of an invite, as far as can be told. */
import type { AuditEvent, GroupInvite } from '#lib/client/resources.ts';

/** How often each invite was accepted, by its uid; null where the caller may not read the record. */
export type Acceptances = ReadonlyMap<string, number> | null;

export type InviteState = 'active' | 'expired' | 'used' | 'unknown';

/** What the record calls it when somebody joins. */
export const ACCEPTED = 'grove.iam.group_invite.accepted.v1';

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
  // Only the record tells whether one that works once has been used.
  return singleUse && accepted === null ? 'unknown' : 'active';
}

/** "viewer for ada@acme.example", "viewer for anyone". */
export const inviteName = ({ role, email }: GroupInvite): string =>
  `${role.name} for ${email ?? 'anyone'}`;
