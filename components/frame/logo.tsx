import { cx } from '#components/ui/text/cx.ts';

/** The leaf, 20 px, with the name beside it. */
export function Logo({ className, isMark }: { className?: string; isMark?: boolean }) {
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <svg
        aria-hidden
        viewBox="2.5 2 15.5 15.5"
        width="18"
        height="18"
        className="shrink-0 text-accent"
      >
        <path d="M3 17C2.4 8.2 7.6 2.6 17.4 2.6 17.6 12.2 12.2 17.6 3 17Z" fill="currentColor" />
        <path
          d="M3 17 11.6 8.4M6.9 13.1V9.4M9.6 10.4h3.6"
          stroke="var(--paper)"
          strokeWidth="1.4"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      {!isMark && (
        <span className="text-lg font-semibold tracking-tight whitespace-nowrap">Grove</span>
      )}
    </span>
  );
}
