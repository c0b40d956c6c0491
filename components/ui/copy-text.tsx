'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { shortText } from '#components/ui/short-text.ts';

export interface CopyTextProps {
  value: string;
  /** What it is: "uid", "digest". */
  label: string;
  /** Shows all of it instead of first 8 and last 4. */
  isWhole?: boolean;
  className?: string;
}

const TICK_MS = 1600;

/** A value in mono that copies itself on click and answers with a tick; hover and focus show it whole. */
export function CopyText({ value, label, isWhole, className }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () => {
    void navigator.clipboard.writeText(value).then(() => setCopied(true));
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={copy}
      data-hint={value}
      aria-label={copied ? `Copied ${label}` : `Copy ${label} ${value}`}
      className={cx(
        '-mx-1 inline-flex max-w-[calc(100%+0.5rem)] items-center gap-1.5 rounded-sm px-1 py-0.5 text-left font-mono text-sm text-ink-2 hover:bg-paper-3 hover:text-ink',
        className,
      )}
    >
      <span className={isWhole ? 'break-all' : 'whitespace-nowrap'}>
        {isWhole ? value : shortText(value)}
      </span>
      <Icon
        aria-hidden
        size={16}
        className={cx('shrink-0', copied ? 'text-accent' : 'text-ink-3')}
      />
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </button>
  );
}
