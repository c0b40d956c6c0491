const PARTS = /^((?:sha256|sha512):)?(.*)$/s;

/**
 * A uid or digest as its first 8 and last 4 characters, after what its digest is made by; shorter
 * ones stay whole.
 */
export function shortText(value: string): string {
  const [, prefix = '', rest = value] = PARTS.exec(value) ?? [];
  return rest.length > 16 ? `${prefix}${rest.slice(0, 8)}…${rest.slice(-4)}` : value;
}
