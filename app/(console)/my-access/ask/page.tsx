import type { Metadata } from 'next';
import { AskPage } from '#app/(console)/my-access/ask/ask-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { offersQuery } from '#lib/client/access/requests.ts';
import { namesQuery } from '#lib/client/resources/names.ts';

export const metadata: Metadata = { title: 'Ask for access' };

interface Props {
  searchParams: Promise<{ group?: string | string[] }>;
}

export default async function Page({ searchParams }: Props) {
  const { group } = await searchParams;
  return (
    <Prefetched
      fill={async (client) => {
        if (typeof group !== 'string') return;
        await Promise.all([
          prefetch(client, offersQuery(group)),
          prefetch(client, namesQuery('groups', [group])),
        ]);
      }}
    >
      <AskPage />
    </Prefetched>
  );
}
