/** A root group always has someone who may do everything in it. */
import { builtInRole } from '#lib/access/built-in-roles.ts';
import { failedPrecondition } from '#lib/aip/errors.ts';
import { isRootUid } from '#lib/aip/uid.ts';
import type { Transaction } from '#lib/store/database.ts';

/**
 * Called with the bindings that are about to go or to grant something else.
 *
 * @throws ApiError FAILED_PRECONDITION, LAST_OWNER, where no other owner would remain.
 */
export async function keepAnOwner(
  tx: Transaction,
  leaving: readonly { uid: string; parent: string | null; roleUid: string }[],
): Promise<void> {
  const owner = builtInRole('owner').uid;
  const roots = new Set<string>();
  for (const { parent, roleUid } of leaving) {
    if (roleUid === owner && parent !== null && isRootUid(parent)) roots.add(parent);
  }
  for (const root of roots) {
    const others = await tx.roleBinding.count({
      where: { parent: root, roleUid: owner, uid: { notIn: leaving.map(({ uid }) => uid) } },
    });
    if (others > 0) continue;
    throw failedPrecondition([
      {
        type: 'LAST_OWNER',
        subject: root,
        description: `group ${root} would have no owner; bind the owner role to another identity first`,
      },
    ]);
  }
}
