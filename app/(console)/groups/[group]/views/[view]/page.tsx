import { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from 'next/navigation';
import { prefetch } from '#app/(console)/prefetch.ts';
import { addressOfView } from '#lib/client/lists/saved-views.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { savedViews } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ view: string }>;
}

/** Opens the list of a saved view, with the view. */
export default async function ViewPage({ params }: Props) {
  const uid = uidOfSegment((await params).view);
  const view = await prefetch(new QueryClient(), savedViews.versioned(uid));
  if (!view) notFound();
  redirect(addressOfView(view.body));
}
