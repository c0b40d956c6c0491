import { LoaderCircle } from 'lucide-react';
import { cx } from '#components/ui/text/cx.ts';

/** A spinner of 16 px. With a label it is announced; without one it is decoration. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      className={cx('inline-flex', className)}
    >
      <LoaderCircle aria-hidden size={16} className="animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
