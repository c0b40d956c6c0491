import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { type Grants, isGranted } from './capabilities.ts';

/** Whether all that an owner may do is granted there. Before the grants have loaded, it is. */
export const isOwner = (grants: Grants | undefined, uid: string): boolean =>
  !grants || CAPABILITIES.every((capability) => isGranted(grants, uid, capability));
