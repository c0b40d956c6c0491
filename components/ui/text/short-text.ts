const PARTS = /^((?:sha256|sha512):)?(.*)$/s;

/**
 * The first 8 and last 4 characters of a uid or digest, with the algorithm of a digest before them.
 * Shorter texts stay whole.
 */
export function shortText(value: string): string {
  const [, prefix = '', rest = value] = PARTS.exec(value) ?? [];
  return rest.length > 16 ? `${prefix}${rest.slice(0, 8)}…${rest.slice(-4)}` : value;
}
