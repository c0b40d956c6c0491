/** Text of any length that a database and JSON hold alike. */
import { z } from 'zod';

export const storedText = z
  .string()
  .refine((value) => !value.includes('\0') && value.isWellFormed(), {
    error: 'must be well-formed Unicode without NUL',
  });
