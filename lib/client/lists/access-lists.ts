/** The orders, filters and scopes of roles and role bindings. The screen and the server's prefetch share them. */
import type { ListOffer } from '#lib/client/lists/list-state.ts';
import { NAMED } from '#lib/client/lists/named-lists.ts';
import { parentUid } from '#lib/client/paths.ts';

/* Nothing is above an organization, so its own rows are all that apply. */
const atTop = (list: ListOffer): ListOffer => ({ ...list, scopes: ['in', 'below'] });

const ROLES: ListOffer = { ...NAMED, scopes: ['effect', 'in', 'below'] };
const TOP_ROLES = atTop(ROLES);

const BINDINGS: ListOffer = {
  orders: ['identity', 'role', 'group', 'created_at'],
  // Owners come first.
  orderBy: 'role',
  search: ['query'],
  filters: [
    { kind: 'resource', param: 'identity', label: 'Identity', resource: 'identities' },
    { kind: 'resource', param: 'role', label: 'Role', resource: 'roles' },
    {
      kind: 'choice',
      param: 'expired',
      label: 'Ended',
      isRare: true,
      options: [
        { id: 'true', label: 'Yes' },
        { id: 'false', label: 'No' },
      ],
    },
  ],
  scopes: ['effect', 'no_effect', 'in', 'above', 'below'],
  narrowed: { effect: { in_effect: 'true' }, no_effect: { in_effect: 'false' } },
};
const TOP_BINDINGS = atTop(BINDINGS);

const isTop = (group: string) => parentUid(group) === null;

/** Returns the same object each time, so that effects do not rerun. */
export const roleList = (group: string) => (isTop(group) ? TOP_ROLES : ROLES);
export const bindingList = (group: string) => (isTop(group) ? TOP_BINDINGS : BINDINGS);
