import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import type { Role } from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

const BUILT_IN_REASON = 'Built-in roles are the same everywhere and cannot be changed';

export const builtInReason = (uid: string): string | false => isBuiltInRole(uid) && BUILT_IN_REASON;

/** "14 of 33". */
export const countText = ({ capabilities }: Pick<Role, 'capabilities'>): string =>
  `${capabilities.length} of ${CAPABILITIES.length}`;

/** "1 role binding", "12 role bindings". */
export const bindingsText = (count: number): string =>
  counted(count, ['role binding', 'role bindings']);
