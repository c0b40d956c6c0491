import type { Metadata } from 'next';
import { Inbox } from '#app/(console)/requests/inbox.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { waitingQuery } from '#lib/client/access/requests.ts';

export const metadata: Metadata = { title: 'Requests' };

export default function Page() {
  return (
    <Prefetched fill={(client) => prefetch(client, waitingQuery())}>
      <Inbox />
    </Prefetched>
  );
}
