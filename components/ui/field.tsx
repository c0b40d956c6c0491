'use client';

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { cx } from '#components/ui/cx.ts';

/** The look of anything one types or chooses in. */
export const controlClass =
  'w-full min-w-0 rounded border border-edge bg-paper text-base text-ink transition-colors duration-120 hover:border-ink-3 data-focused:border-accent data-focused:outline-2 data-focused:outline-accent data-focused:-outline-offset-1 data-invalid:border-danger data-disabled:border-line data-disabled:bg-paper-3 data-disabled:text-ink-3';

export interface FieldTextProps {
  label: string;
  /** Keeps the label for assistive technology only, where the place already says what it is. */
  hideLabel?: boolean;
  description?: ReactNode;
  /** What the browser or the server says is wrong; shown at the field and tied to it. */
  errorMessage?: string | null | undefined;
  isOptional?: boolean;
}

export function FieldLabel({ label, hideLabel, isOptional }: FieldTextProps) {
  return (
    <Label className={cx('text-sm font-medium text-ink', hideLabel && 'sr-only')}>
      {label}
      {isOptional && <span className="font-normal text-ink-3"> (optional)</span>}
    </Label>
  );
}

export function FieldHelp({ description, errorMessage }: FieldTextProps) {
  return (
    <>
      {description && (
        <Text slot="description" className="text-sm text-ink-2">
          {description}
        </Text>
      )}
      {errorMessage && (
        <FieldError className="flex items-start gap-1.5 text-sm text-danger">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span>{errorMessage}</span>
        </FieldError>
      )}
    </>
  );
}
