import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { KINDS } from '#lib/client/guided-delete/kinds.ts';
import { belowOf } from '#lib/client/guided-delete/obstacles.ts';
import { groupPath } from '#lib/client/paths.ts';
import type { GroupSummary } from '#lib/client/resources/summary.ts';
import { counted } from '#lib/client/counted.ts';

export interface ImpactProps {
  uid: string;
  /** Undefined while it loads. */
  summary: GroupSummary | undefined;
  /** Called when the person follows a link to one of the resources. */
  onGo?: () => void;
}

/** The resources in a group and below it, by kind, and who loses access when it is deleted. */
export function Impact({ uid, summary, onGo }: ImpactProps) {
  if (!summary) {
    return (
      <div role="status" className="flex flex-col gap-2.5 py-1">
        <span className="sr-only">Checking its contents</span>
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-3.5 w-56" />
      </div>
    );
  }
  const found = KINDS.map((kind) => ({ kind, count: belowOf(summary.counts, kind) })).filter(
    ({ count }) => count > 0,
  );
  return (
    <div className="flex flex-col gap-3">
      {found.length > 0 && (
        <ul aria-label="In this group and below" className="columns-2 gap-x-8 tabular-nums">
          {found.map(({ kind, count }) => (
            <li key={kind.collection} className="break-inside-avoid py-0.5">
              <Link
                href={`${groupPath(uid, kind.tab)}?scope=below`}
                {...(onGo && { onClick: onGo })}
              >
                {counted(count, kind.words)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-2">{lossText(summary)}</p>
    </div>
  );
}

function lossText({ roleBindings, counts }: GroupSummary): string {
  const losing = Number(roleBindings?.identities ?? 0);
  const isWithin = Number(counts['identities']?.below ?? 0) > 0;
  const within = isWithin ? ' The identities in it lose their roles everywhere else as well.' : '';
  if (roleBindings === undefined) return `Identities with a role on it lose that role.${within}`;
  if (losing === 0) return `Nobody has a role on it or below.${within}`;
  const who = counted(losing, [
    'identity loses the roles it has',
    'identities lose the roles they have',
  ]);
  return `${who} on it and below.${within}`;
}
