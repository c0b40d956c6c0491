import { cx } from '#components/ui/text/cx.ts';

const COLOURS: Readonly<Record<string, string>> = {
  POST: 'text-accent',
  PATCH: 'text-warn',
  DELETE: 'text-danger',
};

/** A method of HTTP; the word says it, the colour helps to see which ones change something. */
export function MethodName({ method, className }: { method: string; className?: string }) {
  return (
    <span className={cx('font-mono font-medium', COLOURS[method] ?? 'text-ink-2', className)}>
      {method}
    </span>
  );
}
