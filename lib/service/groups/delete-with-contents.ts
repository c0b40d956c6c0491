/** Deletes a group with everything in it and below it, for the operator. */
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { holdsGroup } from '#lib/resources/catalog.ts';
import { group } from '#lib/resources/group.ts';
import { identity } from '#lib/resources/identity.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { role } from '#lib/resources/role.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { deleteResource } from '#lib/service/verbs/delete.ts';
import { below } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { deleteContents } from './delete-contents.ts';

/** What uses roles goes before them, and identities after their bindings. */
const LAST: readonly ResourceDefinition[] = [roleBinding, role, identity, group];

const ORDER: readonly ResourceDefinition[] = [
  ...RESOURCES.filter(
    (one) => holdsGroup(one.type) && one.verbs.includes('delete') && !LAST.includes(one),
  ),
  ...LAST,
];

/**
 * Each in a transaction of its own, with its record. After a stop, another run deletes the rest.
 *
 * @param onDeleted called with how many went.
 * @throws ApiError for the first that cannot go, such as the last owner of the organization.
 */
export async function deleteWithContents(
  call: Call,
  groupUid: string,
  onDeleted: (count: number) => void,
): Promise<void> {
  for (const definition of ORDER) {
    const uids = await committed.uids(definition.type, below(groupUid), 'uid');
    // Those in the deepest groups first.
    for (const uid of uids.toSorted((a, b) => b.length - a.length)) {
      if (definition === group) await deleteAllContents(call, uid, onDeleted);
      await deleteResource(definition, call, { uid, ifMatch: null });
      onDeleted(1);
    }
  }
  await deleteAllContents(call, groupUid, onDeleted);
  await deleteResource(group, call, { uid: groupUid, ifMatch: null });
  onDeleted(1);
}

async function deleteAllContents(
  call: Call,
  groupUid: string,
  onDeleted: (count: number) => void,
): Promise<void> {
  for (;;) {
    const { deleted = 0, left } = await deleteContents(call, { groupUid });
    onDeleted(deleted);
    if (left === '0') return;
  }
}
