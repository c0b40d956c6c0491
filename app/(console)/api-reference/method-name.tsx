import { cx } from '#components/ui/text/cx.ts';

const COLOURS: Readonly<Record<string, string>> = {
  POST: 'text-accent',
  PATCH: 'text-warn',
  DELETE: 'text-danger',
};

/** An HTTP method. The colour marks the methods that change something. */
export function MethodName({ method, className }: { method: string; className?: string }) {
  return (
    <span className={cx('font-mono font-medium', COLOURS[method] ?? 'text-ink-2', className)}>
      {method}
    </span>
  );
}
