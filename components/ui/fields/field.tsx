import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '#components/ui/text/cx.ts';

/** The look of text fields and selects. 16 px on phones, because an iPhone zooms into fields with smaller text. */
export const controlClass =
  'w-full min-w-0 rounded border border-edge bg-paper text-base text-ink max-sm:text-lg pointer-coarse:text-lg transition-colors duration-120 hover:border-ink-3 focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-danger disabled:border-line disabled:bg-paper-3 disabled:text-ink-3';

export interface FieldTextProps {
  label: string;
  /** Hides the label visually if the place already explains the field. */
  hideLabel?: boolean | undefined;
  description?: ReactNode;
  /** The browser's or server's message; shown at the field and linked to it. */
  errorMessage?: string | null | undefined;
  isOptional?: boolean | undefined;
}

/** The id of a control, and the attributes that link its help and its error to it. */
export function useFieldId({ description, errorMessage }: FieldTextProps) {
  const id = useId();
  const described = [description && helpId(id), errorMessage && errorId(id)].filter(Boolean);
  return {
    id,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': errorMessage ? (true as const) : undefined,
  };
}

const helpId = (id: string) => `${id}-help`;
const errorId = (id: string) => `${id}-error`;

export function FieldLabel({ id, label, hideLabel, isOptional }: FieldTextProps & { id: string }) {
  return (
    <label htmlFor={id} className={cx('text-sm font-medium text-ink', hideLabel && 'sr-only')}>
      {label}
      {isOptional && <span className="font-normal text-ink-3"> (optional)</span>}
    </label>
  );
}

export function FieldHelp({ id, description, errorMessage }: FieldTextProps & { id: string }) {
  return (
    <>
      {description && (
        <div id={helpId(id)} className="text-sm text-ink-2">
          {description}
        </div>
      )}
      {errorMessage && (
        <div id={errorId(id)} className="flex items-start gap-1.5 text-sm text-danger">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span>{errorMessage}</span>
        </div>
      )}
    </>
  );
}
