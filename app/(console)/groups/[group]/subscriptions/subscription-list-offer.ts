/** The orders and filters of subscriptions. The screen and the server's prefetch share them. */
import type { ListOffer } from '#lib/client/lists/list-state.ts';
import { NAMED } from '#lib/client/lists/named-lists.ts';

export const SUBSCRIPTION_LIST: ListOffer = {
  ...NAMED,
  filters: [
    {
      kind: 'choice',
      param: 'states',
      label: 'State',
      options: [
        { id: 'ACTIVE', label: 'Active' },
        { id: 'FAILING', label: 'Failing' },
        { id: 'DISABLED', label: 'Disabled' },
      ],
    },
  ],
};
