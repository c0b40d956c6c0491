import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';

/** The fields that invites and keys share. */
interface Secret {
  createTime: string;
  expirationTime: string;
  keyId: string;
}

export const SECRET_COLUMNS: readonly ResourceColumn<Secret>[] = [
  {
    id: 'expires',
    header: 'Expires',
    order: 'expires_at',
    width: 112,
    isFact: true,
    cell: ({ expirationTime }) => <RelativeTime value={expirationTime} />,
  },
  {
    id: 'created',
    header: 'Created',
    order: 'created_at',
    width: 112,
    cell: ({ createTime }) => <RelativeTime value={createTime} />,
  },
  {
    id: 'key',
    header: 'Key id',
    width: 160,
    cell: ({ keyId }) => <CopyText value={keyId} label="key id" />,
  },
];
