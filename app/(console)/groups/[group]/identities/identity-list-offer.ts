/** The orders and filters of identities. The screen and the server's prefetch share them. */
import type { ListOffer } from '#lib/client/lists/list-state.ts';

export const IDENTITY_LIST: ListOffer = {
  orders: ['name', 'last_seen_at', 'created_at', 'updated_at'],
  orderBy: 'name',
  search: ['query', 'name'],
  filters: [
    {
      kind: 'choice',
      param: 'second_factor',
      label: 'Second factor',
      options: [
        { id: 'false', label: 'Password alone' },
        { id: 'true', label: 'Has one' },
      ],
    },
    {
      kind: 'choice',
      param: 'unseen_days',
      label: 'Not seen for',
      options: ['30', '90', '180', '365'].map((id) => ({ id, label: `${id} days` })),
    },
    {
      kind: 'choice',
      param: 'seen',
      label: 'Ever seen',
      options: [
        { id: 'false', label: 'Never' },
        { id: 'true', label: 'At least once' },
      ],
      isRare: true,
    },
    {
      kind: 'choice',
      param: 'blocked',
      label: 'Blocked',
      options: [
        { id: 'true', label: 'Blocked' },
        { id: 'false', label: 'Not blocked' },
      ],
      isRare: true,
    },
    { kind: 'text', param: 'issuer', label: 'Issuer', isRare: true },
    { kind: 'text', param: 'subject', label: 'Subject', isRare: true },
  ],
};
