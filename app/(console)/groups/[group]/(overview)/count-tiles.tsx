import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath } from '#lib/client/paths.ts';
import type { Counts } from '#lib/client/resources/summary.ts';

const TILES: readonly { collection: string; label: string; tab: GroupTab }[] = [
  { collection: 'groups', label: 'Groups', tab: 'children' },
  { collection: 'identities', label: 'Identities', tab: 'identities' },
  { collection: 'roleBindings', label: 'Role bindings', tab: 'access' },
  { collection: 'roles', label: 'Custom roles', tab: 'roles' },
  { collection: 'repos', label: 'Repositories', tab: 'repos' },
  { collection: 'advisories', label: 'Advisories', tab: 'advisories' },
];

const NUMBERS = new Intl.NumberFormat('en');
const numberOf = (count: string) => NUMBERS.format(Number(count));

/** The number of each kind of resource, below the group and in it. */
export function CountTiles(props: { uid: string; counts: Record<string, Counts> | undefined }) {
  const { uid, counts } = props;
  const shown = TILES.filter(({ collection }) => !counts || counts[collection]);
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line sm:grid-cols-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
      {shown.map(({ collection, label, tab }) => {
        const count = counts?.[collection];
        return (
          <li key={collection} className="bg-paper">
            <NextLink
              href={`${groupPath(uid, tab)}?scope=below`}
              className="flex h-full flex-col gap-0.5 px-4 py-3 -outline-offset-2 hover:bg-paper-2"
            >
              <span className="text-sm text-ink-2">{label}</span>
              {count ? (
                <>
                  <span className="text-xl font-semibold tabular-nums">
                    {numberOf(count.below)}
                  </span>
                  <span className="text-xs text-ink-2 tabular-nums">
                    {numberOf(count.here)} in this group
                  </span>
                </>
              ) : (
                <>
                  <Skeleton className="my-1.5 h-4 w-12" />
                  <Skeleton className="my-0.5 h-2.5 w-20" />
                </>
              )}
            </NextLink>
          </li>
        );
      })}
    </ul>
  );
}
