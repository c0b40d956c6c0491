'use client';

import { Check, Copy, X } from 'lucide-react';
import { cx } from '#components/ui/text/cx.ts';
import { shortText } from '#components/ui/text/short-text.ts';
import { useCopied } from '#components/ui/hooks/use-copied.ts';

export interface CopyTextProps {
  value: string;
  /** The noun of the labels: "uid", "digest". */
  label: string;
  /** Shows the whole value instead of the first 8 and last 4 characters. */
  isWhole?: boolean;
  className?: string;
}

const SHOWN = {
  copy: { icon: Copy, tone: 'text-ink-3' },
  copied: { icon: Check, tone: 'text-accent' },
  refused: { icon: X, tone: 'text-danger' },
} as const;

/**
 * A value in mono that is copied on click and confirms with a tick. Hover and focus show the whole value.
 */
export function CopyText({ value, label, isWhole, className }: CopyTextProps) {
  const { outcome, words, copy } = useCopied();
  const { icon: Icon, tone } = SHOWN[outcome ?? 'copy'];
  const shown = isWhole ? value : shortText(value);
  return (
    <>
      <button
        type="button"
        onClick={() => void copy(value)}
        data-hint={outcome === 'refused' ? words : value}
        aria-label={`Copy ${label} ${shown}`}
        className={cx(
          '-mx-1 inline-flex max-w-[calc(100%+0.5rem)] items-center gap-1.5 rounded-sm px-1 py-0.5 text-left font-mono text-sm text-ink-2 hover:bg-paper-3 hover:text-ink',
          className,
        )}
      >
        <span className={isWhole ? 'break-all' : 'whitespace-nowrap'}>{shown}</span>
        <Icon aria-hidden size={16} className={cx('shrink-0', tone)} />
      </button>
      <span role="status" className="sr-only">
        {words}
      </span>
    </>
  );
}
