/** Converts between a text and the pattern that matches exactly that text. */

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** The pattern that matches just this text. */
export const patternOf = (text: string): string => text.replace(SPECIAL, '\\$&');

/** The only text that a pattern matches, or the pattern itself if it matches more. */
export function literalOf(pattern: string): string {
  const text = pattern.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
  return patternOf(text) === pattern ? text : pattern;
}

/** The text that everything which matches the pattern begins with, as far as it is plain. */
export function literalPrefixOf(pattern: string): string {
  const [plain = ''] = /^(?:\\[^\w\s]|[^\\^$.*+?()[\]{}|])*(?![*+?{|])/.exec(pattern) ?? [];
  return plain.replace(/\\(.)/g, '$1');
}
