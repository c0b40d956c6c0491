import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { readCaller } from '#app/(console)/caller.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { marksOf } from '#lib/client/session/organizations.ts';

export const metadata: Metadata = { title: 'Groups' };

/** No group in the address: shows the caller's top groups, or opens the only one. */
export default async function GroupsPage() {
  const caller = await readCaller();
  const groups = caller?.topGroups ?? [];
  const [first] = groups;
  // For a caller without a group, the frame explains why the page is empty.
  if (!first) return null;
  if (groups.length === 1) redirect(groupPath(first.uid));
  const marks = marksOf(caller ?? undefined);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="max-w-page">
        <PageHeader title="Your groups" />
        <ul className="mt-2 border-t border-line">
          {groups.map(({ uid, name, description }) => (
            <li
              key={uid}
              className="flex flex-wrap items-center gap-x-4 border-b border-line px-2 py-2.5"
            >
              <div className="min-w-0 flex-1">
                <Link href={groupPath(uid)} className="font-medium">
                  {name}
                </Link>
                {marks.has(uid) && (
                  <span className="ml-2 text-sm text-ink-2">{marks.get(uid)}</span>
                )}
                {description && <p className="truncate text-sm text-ink-2">{description}</p>}
              </div>
              <CopyText value={uid} label="uid" />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
