import type { Metadata } from 'next';
import { RequestPage } from '#app/(console)/requests/[request]/request-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { answerableQuery, requestQuery } from '#lib/client/access/requests.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';

export const metadata: Metadata = { title: 'Request' };

interface Props {
  params: Promise<{ request: string }>;
}

/** Opening it answers nothing: e-mails link it, and programs open the links of e-mails. */
export default async function Page({ params }: Props) {
  const uid = uidOfSegment((await params).request);
  return (
    <Prefetched
      fill={async (client) => {
        const [read] = await Promise.all([
          prefetch(client, requestQuery(uid)),
          prefetch(client, answerableQuery(uid)),
        ]);
        await prefetch(client, namesQuery('groups', read?.body.groupUids ?? []));
      }}
    >
      <RequestPage key={uid} uid={uid} />
    </Prefetched>
  );
}
