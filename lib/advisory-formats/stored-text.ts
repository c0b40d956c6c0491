import { z } from 'zod';

/**
 * Text that the database and JSON store alike. Only names that are looked up have a maximum length.
 * The size of a record bounds all other text (`MAX_RECORD_BYTES`).
 */
export function text(minimum: number, maximum = Number.POSITIVE_INFINITY) {
  return z.string().superRefine((value, context) => {
    if (value.length < minimum || value.length > maximum) {
      const message = Number.isFinite(maximum)
        ? `must be ${minimum} to ${maximum} characters long`
        : 'must not be empty';
      context.addIssue({ code: 'custom', message });
    } else if (value.includes('\0') || !value.isWellFormed()) {
      context.addIssue({ code: 'custom', message: 'must be well-formed Unicode without NUL' });
    }
  });
}
