import { cx } from '#components/ui/text/cx.ts';
import { SEVERITY_LABELS } from '#components/severity/severity-labels.ts';

/* Each severity has its own shape, so that they differ without colour. */
const SHAPES: Readonly<Record<string, { className: string; path: string }>> = {
  CRITICAL: { className: 'text-sev-critical', path: 'M6 0.5 11.5 6 6 11.5 0.5 6Z' },
  HIGH: { className: 'text-sev-high', path: 'M6 1 11.5 11H0.5Z' },
  MEDIUM: { className: 'text-sev-medium', path: 'M1.5 1.5h9v9h-9Z' },
  LOW: { className: 'text-sev-low', path: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z' },
};

/** A severity: a shape, a colour and always the word. */
export function Severity({ severity }: { severity: string }) {
  const shape = SHAPES[severity];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {shape && (
        <svg aria-hidden viewBox="0 0 12 12" className={cx('size-3 shrink-0', shape.className)}>
          <path d={shape.path} fill="currentColor" />
        </svg>
      )}
      <span className={shape ? undefined : 'text-ink-3'}>
        {SEVERITY_LABELS[severity] ?? 'Not rated'}
      </span>
    </span>
  );
}
