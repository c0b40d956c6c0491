import { type Grants } from '#lib/client/access/capabilities.ts';
import { isAtOrBelow, isBelow } from '#lib/client/paths.ts';

/** Whether the grants let somebody change nothing in the group or below it. */
export const onlyLooks = (grants: Grants, uid: string): boolean =>
  Object.entries(grants).every(
    ([group, granted]) =>
      !(isAtOrBelow(uid, group) || isBelow(group, uid)) ||
      granted.every((capability) => capability.endsWith('.list')),
  );
