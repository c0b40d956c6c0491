import type { Metadata } from 'next';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { SystemPage } from '#app/(console)/system/system-page.tsx';
import { systemQuery } from '#lib/client/system/system.ts';

export const metadata: Metadata = { title: 'System' };

export default function Page() {
  return (
    <Prefetched fill={(client) => prefetch(client, systemQuery())}>
      <SystemPage />
    </Prefetched>
  );
}
