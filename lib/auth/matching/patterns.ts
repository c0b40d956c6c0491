/** Regular expressions of RE2, compiled once. They match in time linear in the text. */
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** All together, in characters of their sources. */
const MAX_KEPT_LENGTH = 2_000_000;
/** The instructions that a pattern may compile to. Each of them costs time for each character. */
const MAX_INSTRUCTIONS = 5_000;
/** A longer claim matches no pattern. */
const MAX_TEXT_LENGTH = 8_192;

interface Compiled {
  /** Null for what does not compile, or to too much. Such a pattern matches nothing. */
  regex: RE2JS | null;
  problem: string | null;
}

const compiled = new LRUCache<string, Compiled>({
  maxSize: MAX_KEPT_LENGTH,
  sizeCalculation: (_, pattern) => pattern.length + 1,
});

function compile(pattern: string): Compiled {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = compiledAnew(pattern);
  compiled.set(pattern, made);
  return made;
}

function compiledAnew(pattern: string): Compiled {
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(pattern);
  } catch {
    return { regex: null, problem: 'must be a regular expression of RE2' };
  }
  if (regex.programSize() <= MAX_INSTRUCTIONS) return { regex, problem: null };
  return { regex: null, problem: `must compile to at most ${MAX_INSTRUCTIONS} instructions` };
}

/** True where the pattern matches the whole text. */
export function matchesWhole(pattern: string, text: string): boolean {
  return text.length <= MAX_TEXT_LENGTH && compile(pattern).regex?.matches(text) === true;
}

/** What keeps the pattern from being used; null where nothing does. */
export function patternProblem(pattern: string): string | null {
  return compile(pattern).problem;
}

/** True where the pattern is one of RE2, and not too large. */
export function isPattern(pattern: string): boolean {
  return patternProblem(pattern) === null;
}
