import { useQuery } from '@tanstack/react-query';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { parentUid, resourcePath } from '#lib/client/paths.ts';
import { namesQuery, parentsOf } from '#lib/client/resources/names.ts';
import { type Tag, tags } from '#lib/client/resources/resources.ts';

export interface SameDigestProps {
  tag: Tag;
  onClose: () => void;
}

const MOST = 200;

const sameDigestQuery = (digest: string) =>
  tags.list({ digest, order_by: 'updated_at desc', page_size: String(MOST) });

/** All other tags that point to the same content, in every repository that the caller can see. */
export default function SameDigest({ tag, onClose }: SameDigestProps) {
  const found = useQuery(sameDigestQuery(tag.digest));
  const others = found.data?.tags.filter(({ uid }) => uid !== tag.uid);
  const repos = useNames(namesQuery('repos', parentsOf(others ?? [])));
  const total = Number(found.data?.totalCount ?? 0) - 1;
  return (
    <Dialog isOpen title={`Same digest as ${tag.name}`} onClose={onClose}>
      <div className="flex flex-col gap-3 pt-2">
        <p className="font-mono text-sm break-all text-ink-2">{tag.digest}</p>
        {found.isPending && <Skeleton className="h-10 w-full" />}
        {found.isError && <QueryProblem title="The tags could not be loaded" query={found} />}
        {others?.length === 0 && <p>No other tag that you can see points to it.</p>}
        {others && others.length > 0 && (
          <ul className="border-t border-line">
            {others.map((other) => (
              <Other
                key={other.uid}
                tag={other}
                repo={repos && (repos.get(parentUid(other.uid) ?? '') ?? 'A repository')}
              />
            ))}
          </ul>
        )}
        {others && total > others.length && <p>{`and ${total - others.length} more`}</p>}
      </div>
    </Dialog>
  );
}

function Other({ tag, repo }: { tag: Tag; repo: string | undefined }) {
  const { uid, name, digest, updateTime } = tag;
  const href = `${resourcePath('repos', parentUid(uid) ?? '')}?${new URLSearchParams({ digest })}`;
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <Link href={href} className="min-w-0 font-mono text-sm wrap-anywhere">
        {repo === undefined ? <Skeleton className="h-3 w-40" /> : `${repo}:${name}`}
      </Link>
      <span className="ml-auto text-sm text-ink-2">
        <RelativeTime value={updateTime} />
      </span>
    </li>
  );
}
