import { z } from 'zod';

/**
 * Text that is not empty. Only names that are looked up have a maximum length. The size of a record
 * bounds all other text (`MAX_RECORD_BYTES`).
 */
export function text(most = Infinity) {
  const error = most === Infinity ? 'must not be empty' : `must be 1 to ${most} characters long`;
  return z.string().min(1, { error }).max(most, { error });
}
