/** Regular expressions of RE2, compiled once. They match in time linear in the text. */
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { MAX_TEXT_LENGTH } from './claim-checks.ts';
import { programSize } from './program-size.ts';
import type { Steps } from './in-parts.ts';

/** The instructions that a pattern may compile to. Each of them costs time for each character. */
export const MAX_INSTRUCTIONS = 500;
/** Patterns of this size were accepted once. They still match texts that are short enough. */
const MAX_COMPILED_INSTRUCTIONS = 5_000;

/** Compiling one instruction takes as long as running it on this many characters. */
const COMPILING = 10;
/**
 * Enough to match a pattern of full size with a text of full length. Nobody else has a turn
 * meanwhile.
 */
const MAX_STEPS_AT_ONCE = MAX_INSTRUCTIONS * (MAX_TEXT_LENGTH + COMPILING);

/**
 * The bound of the cache: the sum over its programs of instructions times characters seen, at 8
 * bytes each.
 */
const MAX_KEPT = 8_000_000;
/** A program remembers what it has seen, so one that has seen this much is compiled again. */
const MAX_KEPT_OF_ONE = 250_000;

interface Program {
  /** Null if the pattern does not compile or is too large. It then matches nothing. */
  regex: RE2JS | null;
  size: number;
  characters: number;
}

const weightOf = ({ size, characters }: Program) => size * (characters + COMPILING);

const programs = new LRUCache<string, Program>({
  maxSize: MAX_KEPT,
  sizeCalculation: (program, pattern) => pattern.length + 1 + weightOf(program),
});

/** @param size the result of {@link programSize}. */
function programOf(pattern: string, size: number): Program {
  const known = programs.get(pattern);
  if (known !== undefined) return known;
  const program = { ...compiled(pattern, size), characters: 0 };
  programs.set(pattern, program);
  return program;
}

function compiled(pattern: string, size: number): Pick<Program, 'regex' | 'size'> {
  if (size > MAX_COMPILED_INSTRUCTIONS) return { regex: null, size: 0 };
  try {
    return { regex: RE2JS.compile(pattern), size };
  } catch {
    return { regex: null, size: 0 };
  }
}

/**
 * True where the pattern matches the whole text.
 *
 * @param steps the budget. A pattern for which it does not suffice does not match.
 */
export function matchesWhole(pattern: string, text: string, steps?: Steps): boolean {
  if (!beginsAlike(pattern, text)) return false;
  const size = programSize(pattern);
  const cost = size * (text.length + COMPILING);
  if (cost > MAX_STEPS_AT_ONCE || steps?.take(cost) === false) return false;
  const program = programOf(pattern, size);
  if (program.regex === null) return false;
  const seen = { ...program, characters: program.characters + text.length };
  if (weightOf(seen) > MAX_KEPT_OF_ONE) programs.delete(pattern);
  else programs.set(pattern, seen);
  return program.regex.matches(text);
}

const SPECIAL = '\\.[](){}*+?|^$';
/**
 * What follows a character that may be absent. Flags and an empty quote match nothing, so a
 * quantifier after them applies to the character before them: `a(?i)*` and `a+(?i)*` match the
 * empty text.
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

/**
 * Whether the pattern has alternatives at its top level. True also if that cannot be seen cheaply.
 */
function hasAlternatives(pattern: string): boolean {
  if (!pattern.includes('|')) return false;
  // In a class or a quote, a bracket is a character like any other.
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

/** Why the pattern cannot be used; null if it can. */
export function patternProblem(pattern: string): string | null {
  const size = programSize(pattern);
  if (size > MAX_INSTRUCTIONS) return `must compile to at most ${MAX_INSTRUCTIONS} instructions`;
  const { regex } = programOf(pattern, size);
  return regex === null ? 'must be a regular expression of RE2' : null;
}
