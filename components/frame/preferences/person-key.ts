/**
 * A short key for a text, the same everywhere (FNV-1a). It keeps
 * names and addresses out of cookies. In a collision, two people share a preference.
 */
export function keyOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
