/** Reads all access of an identity that the caller may see. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isPerson } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { type Grants, isGranted } from '#lib/client/access/capabilities.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { pagesOf } from '#lib/client/lists/read-rows.ts';
import { inBatches } from '#lib/client/resources/batches.ts';
import { type Names, parentsOf, readNames } from '#lib/client/resources/names.ts';
import { type PersonSession, personSessions } from '#lib/client/resources/person-sessions.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';
import {
  type AuditEvent,
  auditEvents,
  type GroupInvite,
  groupInvites,
  type Identity,
  type IdentityKey,
  identityKeys,
  type RoleBinding,
  roleBindings,
} from '#lib/client/resources/resources.ts';

export interface AllHeld {
  bindings: readonly RoleBinding[];
  keys: readonly IdentityKey[];
  /** Null if the caller may not see them. */
  sessions: readonly PersonSession[] | null;
  /** The invites that the identity created and that may still work; null if the caller may not read the audit log. */
  invites: readonly GroupInvite[] | null;
  /** The groups of the invites. */
  groups: Names;
}

async function readAll<Row>(collection: string, query: ListQuery, signal: AbortSignal) {
  const all: Row[] = [];
  for await (const { rows } of pagesOf<Row>(collection, query, signal)) all.push(...rows);
  return all;
}

async function readSessions(identity: Identity, grants: Grants, client: QueryClient) {
  if (!isPerson(identity)) return [];
  if (!isGranted(grants, identity.uid, 'identity.update')) return null;
  try {
    // The query of all that is held tries again itself.
    const query = { ...personSessions(identity.uid), staleTime: 0, retry: false };
    return (await client.fetchQuery(query)).sessions;
  } catch (error) {
    if (error instanceof ApiRequestError && error.httpStatus === 403) return null;
    throw error;
  }
}

/** An invite does not name its creator, but its audit event does. */
async function readInvites(actor: string, grants: Grants, signal: AbortSignal) {
  const maySee = Object.values(grants).some((granted) => granted.includes('audit.list'));
  if (!maySee) return null;
  const type = 'grove.iam.group_invite.created.v1';
  const query = { actor, type, result: 'OK' };
  const events = await readAll<AuditEvent>(auditEvents.collection, query, signal);
  const lists = await Promise.all(
    inBatches(events.map(({ resource }) => resource)).map((uids) =>
      readAll<GroupInvite>(groupInvites.collection, { 'uidp.ids': uids }, signal),
    ),
  );
  const now = new Date().toISOString();
  return lists.flat().filter(({ expirationTime }) => expirationTime > now);
}

export const allHeldQuery = (identity: Identity, grants: Grants) =>
  queryOptions({
    queryKey: ['allHeld', identity.uid],
    // Never cached, because a person decides by the current state.
    gcTime: 0,
    queryFn: async ({ client, signal }): Promise<AllHeld> => {
      const { uid } = identity;
      const [bindings, keys, sessions, invites] = await Promise.all([
        readAll<RoleBinding>(
          roleBindings.collection,
          { identity: uid, expired: 'false', order_by: 'created_at' },
          signal,
        ),
        readAll<IdentityKey>(identityKeys.collection, { identity: uid }, signal),
        readSessions(identity, grants, client),
        readInvites(uid, grants, signal),
      ]);
      const groups = await readNames('groups', parentsOf(invites ?? []), signal);
      return { bindings, keys, sessions, invites, groups };
    },
  });
