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

const tooLarge = (most: number) => `must compile to at most ${most} instructions`;

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
  return { regex: null, problem: tooLarge(MAX_INSTRUCTIONS) };
}

/** True where the pattern matches the whole text. */
export function matchesWhole(pattern: string, text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH || !beginsAlike(pattern, text)) return false;
  return compile(pattern).regex?.matches(text) === true;
}

const SPECIAL = '\\.[](){}*+?|^$';
/**
 * The character before it may be absent. Flags and an empty quote stand for nothing, so that what
 * follows them repeats the character before them: `a(?i)*` and `a+(?i)*` match the empty text.
 */
const MAKES_OPTIONAL = /[*+?{(]|\\[QE]/y;

/**
 * False if the literal characters at the beginning of the pattern are not those of the text. That
 * is a thousand times cheaper to see than to compile the pattern.
 */
function beginsAlike(pattern: string, text: string): boolean {
  if (hasAlternatives(pattern)) return true;
  let position = 0;
  for (let at = pattern.startsWith('^') ? 1 : 0; at < pattern.length;) {
    const isEscaped = pattern[at] === '\\';
    const character = characterAt(pattern, isEscaped ? at + 1 : at);
    if (isEscaped ? /^[\p{L}\p{N}_]?$/u.test(character) : SPECIAL.includes(character)) return true;
    at += character.length + (isEscaped ? 1 : 0);
    MAKES_OPTIONAL.lastIndex = at;
    if (MAKES_OPTIONAL.test(pattern)) return true;
    if (!text.startsWith(character, position)) return false;
    position += character.length;
  }
  return true;
}

/** True also where that is not easy to see. */
function hasAlternatives(pattern: string): boolean {
  if (!pattern.includes('|')) return false;
  // In a class or a quote, a bracket is no bracket.
  if (pattern.includes('[') || pattern.includes('\\Q')) return true;
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/**
 * What keeps the pattern from being used; null where nothing does.
 *
 * @param most the instructions that it may compile to.
 */
export function patternProblem(pattern: string, most = MAX_INSTRUCTIONS): string | null {
  const { regex, problem } = compile(pattern);
  const isTooLarge = regex !== null && regex.programSize() > most;
  return isTooLarge ? tooLarge(most) : problem;
}

/** True where the pattern is one of RE2, and not too large. */
export function isPattern(pattern: string): boolean {
  return patternProblem(pattern) === null;
}
