/** A uid or digest as its first 8 and last 4 characters; shorter ones stay whole. */
export function shortText(value: string): string {
  return value.length > 16 ? `${value.slice(0, 8)}…${value.slice(-4)}` : value;
}
