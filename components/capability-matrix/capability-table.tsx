import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/text/cx.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { MATRIX, MATRIX_COLUMNS, verbOf } from '#lib/client/access/capability-matrix.ts';

/** The content of a cell. The words carry the meaning; sign and colour support it. */
export interface CapabilityMark {
  words: string;
  sign: LucideIcon | string;
  className: string;
}

export interface CapabilityTableProps {
  label: string;
  markOf: (capability: Capability) => CapabilityMark;
}

export const headClass =
  'border-b border-line px-0.5 pb-1.5 text-center whitespace-nowrap text-xs font-medium text-ink-2';
export const familyClass = 'border-b border-line py-1 pr-2 text-left font-normal';
export const capabilityClass = 'h-8 w-[11%] @xl:w-[9.5%] border-b border-line px-0.5 text-center';

/** A read-only matrix of capabilities, family by verb. */
export function CapabilityTable({ label, markOf }: CapabilityTableProps) {
  return (
    <div className="@container w-full max-w-180">
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th scope="col" className={cx(headClass, 'text-left')}>
              <span className="sr-only">Family</span>
            </th>
            {MATRIX_COLUMNS.map((column) => (
              <th key={column.id} scope="col" className={headClass}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MATRIX.map((row) => (
            <tr key={row.family}>
              <th scope="row" className={familyClass}>
                <FamilyName {...row} />
              </th>
              {row.cells.map((capability, column) => (
                <td key={MATRIX_COLUMNS[column]?.id} className={capabilityClass}>
                  {capability && <Mark capability={capability} mark={markOf(capability)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function FamilyName({ label, family }: { label: string; family: string }) {
  return (
    <>
      {label}
      <span className="ml-2 font-mono text-xs whitespace-nowrap text-ink-3 @max-xl:hidden">
        {family}
      </span>
    </>
  );
}

function Mark({ capability, mark }: { capability: Capability; mark: CapabilityMark }) {
  const { sign: Sign, words } = mark;
  const sign: ReactNode = typeof Sign === 'string' ? Sign : <Sign size={16} />;
  const verb = verbOf(capability);
  const isOther = !MATRIX_COLUMNS.some(({ id }) => id === verb);
  return (
    <span
      data-hint={`${capability}: ${words}`}
      className={cx(
        'inline-flex min-h-6 items-center justify-center gap-x-1 @max-lg:flex-col',
        mark.className,
      )}
    >
      <span aria-hidden className="inline-flex min-w-4 justify-center">
        {sign}
      </span>
      {isOther && <span className="text-xs whitespace-nowrap">{verb}</span>}
      <span className="sr-only">{words}</span>
    </span>
  );
}
