import { redirect } from 'next/navigation';
import { readCaller } from '#app/(console)/caller.ts';
import { groupPath } from '#lib/client/paths.ts';

/** No group is named: the first that the caller reaches. Who reaches none is told so by the frame. */
export default async function GroupsPage() {
  const top = (await readCaller())?.topGroups[0];
  if (top) redirect(groupPath(top.uid));
  return null;
}
