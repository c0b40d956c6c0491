import { cx } from '#components/ui/text/cx.ts';

/** A grey placeholder bar; set its height and width. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block animate-pulse rounded-sm bg-paper-3 forced-colors:bg-[GrayText]',
        className ?? 'h-4 w-full',
      )}
    />
  );
}
