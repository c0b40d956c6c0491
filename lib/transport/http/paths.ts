/** The uid at the end of a path. */
import { invalidField } from '#lib/aip/errors.ts';

/** Longer than any uid. It bounds the text that is decoded. */
export const MAX_PATH_LENGTH = 2_048;

/** @throws ApiError INVALID_ARGUMENT on `path` if it is longer than any path with a uid. */
export function checkPath(pathname: string): void {
  if (pathname.length > MAX_PATH_LENGTH) throw invalidField('path', 'is too long');
}

/**
 * The slashes of a uid may be plain or encoded as %2F.
 *
 * @throws ApiError INVALID_ARGUMENT on `field`.
 */
export function decodeUid(path: string, field = 'uid'): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidField(field, 'is not well-formed percent-encoding');
  }
}
