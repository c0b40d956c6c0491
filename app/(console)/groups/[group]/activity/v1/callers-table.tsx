'use client';

import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import { Actor } from '#app/(console)/groups/[group]/activity/actor.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { callerNamesQuery, type V1Caller } from '#lib/client/activity/v1-callers.ts';
import { apiReferencePath, resourcePath } from '#lib/client/paths.ts';
import type { Names } from '#lib/client/resources/names.ts';
import { numberText } from '#lib/client/counted.ts';

const HEAD = 'border-b border-line py-2 pr-4 font-medium text-ink-2';
const CELL = 'border-b border-line py-2 pr-4 align-top max-sm:border-0 max-sm:py-0';

/** @param people the operations of each identity. */
export function CallersTable({ people }: { people: readonly (readonly V1Caller[])[] }) {
  const names = useNames(callerNamesQuery(people.flat()));
  return (
    <table
      aria-label="Callers of v1"
      className="w-full border-separate border-spacing-0 text-left max-sm:block"
    >
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className={HEAD}>
            Identity
          </th>
          <th scope="col" className={HEAD}>
            Operation
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Calls
          </th>
          <th scope="col" className={HEAD}>
            First
          </th>
          <th scope="col" className={HEAD}>
            Last
          </th>
        </tr>
      </thead>
      {people.map((rows) => (
        <Person key={rows[0]?.identityUid} rows={rows} names={names} />
      ))}
    </table>
  );
}

function Person({ rows, names }: { rows: readonly V1Caller[]; names: Names | undefined }) {
  return (
    <tbody className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2">
      {rows.map(({ identityUid, operation, count, firstTime, lastTime }, index) => (
        <tr key={operation} className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-3">
          {index === 0 && (
            <th
              scope="rowgroup"
              rowSpan={rows.length}
              className={`${CELL} max-w-80 font-medium max-sm:w-full max-sm:max-w-none`}
            >
              <Link href={resourcePath('identities', identityUid)} className="break-words">
                <Actor actor={identityUid} names={names} />
              </Link>
            </th>
          )}
          <td className={CELL}>
            <Link href={apiReferencePath(operation, 'v1')}>{operation}</Link>
          </td>
          <td className={`${CELL} text-right tabular-nums`}>
            {numberText(Number(count))}
            <span className="text-ink-2 sm:hidden">{count === '1' ? ' call' : ' calls'}</span>
          </td>
          <td className={`${CELL} max-sm:hidden`}>
            <RelativeTime value={firstTime} />
          </td>
          <td className={CELL}>
            <span className="text-ink-2 sm:hidden">last </span>
            <RelativeTime value={lastTime} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
