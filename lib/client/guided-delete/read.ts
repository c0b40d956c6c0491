/** Reads the contents of a group, or deletes one of them, through the API. */
import { ApiRequestError, call, isUnconfirmed } from '#lib/client/api.ts';
import { type Kind, STAGES } from '#lib/client/guided-delete/kinds.ts';
import { type BoundRole, type Doomed, holdsOwnRole } from '#lib/client/guided-delete/plan.ts';
import { pagesOf } from '#lib/client/lists/read-rows.ts';
import type { GroupInvite, RoleBinding } from '#lib/client/resources/resources.ts';

type Row = { uid: string; name?: string } & Partial<
  Pick<RoleBinding, 'identity' | 'role'> & Pick<GroupInvite, 'email'>
>;

function nameOf({ collection }: Kind, { uid, name, identity, role, email }: Row): string {
  if (name !== undefined) return name;
  if (collection === 'groupInvites') return email ?? `anyone with the link, as ${role?.name}`;
  return identity && role ? `${identity.name} as ${role.name}` : uid;
}

async function readKind(
  kind: Kind,
  group: string,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<Doomed[]> {
  const { collection } = kind;
  const found: Doomed[] = [];
  const query = { 'uidp.descendants_of': group };
  for await (const { rows } of pagesOf<Row>(kind.path, query, signal)) {
    const doomed =
      collection === 'roleBindings' ? rows.filter((row) => holdsOwnRole(row as BoundRole)) : rows;
    found.push(...doomed.map((row) => ({ collection, uid: row.uid, name: nameOf(kind, row) })));
    onRead(doomed.length);
  }
  return found;
}

/**
 * Everything that must be deleted for the group to be deleted, including the group.
 *
 * @param onRead called with the number of further rows read.
 * @throws ApiRequestError if a list is refused; TypeError if the server cannot be reached.
 */
export async function readSubtree(
  group: { uid: string; name: string },
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<Doomed[]> {
  const otherKinds = STAGES.filter(({ collection }) => collection !== 'roleBindings');
  const parts = await Promise.all(
    otherKinds.map((kind) => readKind(kind, group.uid, onRead, signal)),
  );
  const items = parts.flat();
  const bindings = STAGES.find(({ collection }) => collection === 'roleBindings');
  // Only groups with custom roles can have bindings of them.
  const hasRoles = items.some(({ collection }) => collection === 'roles');
  const bound = bindings && hasRoles ? await readKind(bindings, group.uid, onRead, signal) : [];
  return [...items, ...bound, { collection: 'groups', uid: group.uid, name: group.name }];
}

const PATHS = new Map(STAGES.map(({ collection, path }) => [collection, path]));

/** Temporary failures are retried after this many milliseconds. */
const WAITS = [400, 1_200];

const statusOf = (error: unknown) =>
  error instanceof ApiRequestError ? error.httpStatus : undefined;

const mayPass = (error: unknown) => [undefined, 429, 503].includes(statusOf(error));

/**
 * Errors after which every further request would fail: no connection, no session, nobody who
 * confirms, no storage.
 */
export const isFatal = (error: unknown): boolean =>
  mayPass(error) || statusOf(error) === 401 || isUnconfirmed(error);

/** @throws ApiRequestError or TypeError, but not for a resource that is already deleted. */
export async function removeItem({ collection, uid }: Doomed): Promise<void> {
  try {
    await retrying(() => call<void>(`${PATHS.get(collection)}/${uid}`, { method: 'DELETE' }));
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}

/** Tries again after a failure that may pass. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return work();
}

/** The server's message, with the resources that still prevent the deletion. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiRequestError)) return 'The server could not be reached.';
  const { preconditions, message } = error;
  return preconditions.length === 0
    ? message
    : preconditions.map(({ description }) => description).join('; ');
}
