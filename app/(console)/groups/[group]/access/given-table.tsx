import { Check, CheckCheck } from 'lucide-react';
import {
  type CapabilityMark,
  CapabilityTable,
} from '#components/capability-matrix/capability-table.tsx';
import { cx } from '#components/ui/text/cx.ts';

const NOT_GIVEN: CapabilityMark = { words: 'not granted', sign: '–', className: 'text-ink-3' };
const ALONE: CapabilityMark = {
  words: 'granted by this binding only',
  sign: Check,
  className: 'text-accent',
};
const SHARED: CapabilityMark = {
  words: 'also granted by another binding',
  sign: CheckCheck,
  className: 'text-ink-2',
};

export interface GivenTableProps {
  label: string;
  alone: readonly string[];
  shared: readonly string[];
}

/** The capabilities that a binding grants, and those that other bindings grant too. */
export function GivenTable({ label, alone, shared }: GivenTableProps) {
  const signs = [
    { mark: ALONE, count: alone.length },
    { mark: SHARED, count: shared.length },
  ].filter(({ count }) => count > 0);
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {signs.map(({ mark: { sign: Sign, words, className }, count }) => (
          <li key={words} className="flex items-center gap-2">
            <span aria-hidden className={cx('inline-flex', className)}>
              {typeof Sign === 'string' ? Sign : <Sign size={16} />}
            </span>
            {`${words}: ${count}`}
          </li>
        ))}
      </ul>
      <CapabilityTable
        label={label}
        markOf={(capability) => {
          if (alone.includes(capability)) return ALONE;
          return shared.includes(capability) ? SHARED : NOT_GIVEN;
        }}
      />
    </div>
  );
}
