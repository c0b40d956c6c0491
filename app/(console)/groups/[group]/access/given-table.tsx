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
const NEW: CapabilityMark = { ...ALONE, words: 'new' };
const HELD: CapabilityMark = { ...SHARED, words: 'already granted' };

export interface GivenTableProps {
  label: string;
  /** Whether the binding does not exist yet. */
  isPreview?: boolean;
  alone: readonly string[];
  shared: readonly string[];
}

/** The capabilities that a binding grants, and those that other bindings grant too. */
export function GivenTable({ label, isPreview, alone, shared }: GivenTableProps) {
  const [own, other] = isPreview ? [NEW, HELD] : [ALONE, SHARED];
  const signs = [
    { mark: own, count: alone.length },
    { mark: other, count: shared.length },
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
          if (alone.includes(capability)) return own;
          return shared.includes(capability) ? other : NOT_GIVEN;
        }}
      />
    </div>
  );
}
