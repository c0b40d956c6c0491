import { ApiCall } from '#components/api-call/api-call.tsx';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { cx } from '#components/ui/text/cx.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath } from '#lib/client/paths.ts';
import { type Counts, summaryApiPath } from '#lib/client/resources/summary.ts';
import { numberText } from '#lib/client/counted.ts';

const TILES: readonly { collection: string; label: string; tab: GroupTab }[] = [
  { collection: 'groups', label: 'Groups', tab: 'children' },
  { collection: 'identities', label: 'Identities', tab: 'identities' },
  { collection: 'roleBindings', label: 'Role bindings', tab: 'access' },
  { collection: 'roles', label: 'Custom roles', tab: 'roles' },
  { collection: 'repos', label: 'Repositories', tab: 'repos' },
  { collection: 'advisories', label: 'Advisories', tab: 'advisories' },
];

const numberOf = (count: string) => numberText(Number(count));

/** The number directly in the group, and the number in the groups below it. */
function placesOf({ here, below }: Counts): string {
  const further = Number(below) - Number(here);
  return `${numberOf(here)} here, ${numberText(further)} below`;
}

export interface CountTilesProps {
  uid: string;
  counts: Record<string, Counts> | undefined;
  /** The limits of the group and all below it, by collection. */
  limits: Readonly<Record<string, number>>;
}

/** The number of each kind of resource in the group and below it, with its limit. */
export function CountTiles({ uid, counts, limits }: CountTilesProps) {
  const shown = TILES.filter(({ collection }) => !counts || counts[collection]);
  return (
    <section aria-labelledby="counts">
      <header className="flex items-center justify-between gap-4 pb-1">
        <h2 id="counts" className="text-base font-semibold">
          In this group and below
        </h2>
        <ApiCall
          variant="ghost"
          size="sm"
          requests={() => [{ method: 'GET', path: summaryApiPath(uid) }]}
        />
      </header>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line @md:grid-cols-3 @3xl:grid-flow-col @3xl:auto-cols-fr @3xl:grid-cols-none">
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
                    <LimitUsed used={Number(count.below)} limit={limits[collection]} />
                    <span className="text-xs text-ink-2 tabular-nums">{placesOf(count)}</span>
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
    </section>
  );
}

/** The tile warns once this share of a limit is used. */
const NEARLY_USED = 0.9;

function LimitUsed({ used, limit }: { used: number; limit: number | undefined }) {
  if (limit === undefined) return null;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const isNear = share >= NEARLY_USED;
  return (
    <>
      <span className={cx('text-xs tabular-nums', isNear ? 'text-warn' : 'text-ink-2')}>
        {used >= limit
          ? `limit of ${numberText(limit)} reached`
          : `of ${numberText(limit)} allowed`}
      </span>
      <span
        aria-hidden
        className="my-1 block h-1 overflow-hidden rounded-full bg-paper-3 forced-colors:border-b"
      >
        <span
          className={cx(
            'block h-full',
            isNear ? 'bg-warn' : 'bg-accent',
            'forced-color-adjust-none',
          )}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </>
  );
}
