/** Between a text and the pattern that matches just that text. */

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

export const patternOf = (text: string): string => text.replace(SPECIAL, '\\$&');

/** The text that a pattern stands for, or the pattern itself where it stands for more than one. */
export function literalOf(pattern: string): string {
  const text = pattern.replace(/\\([\\^$.*+?()[\]{}|])/g, '$1');
  return patternOf(text) === pattern ? text : pattern;
}
