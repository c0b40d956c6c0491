/**
 * What a new password must be. Pure, for the server and the browser, so that a form says while
 * somebody types what the server would say.
 *
 * @see NIST SP 800-63B-4, section 3.1.1.2
 */

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;
/** Shorter words of an account are part of too many other words. */
const MIN_WORD_LENGTH = 3;
/** What is put before or behind a well-known password adds nothing up to this length. */
const MAX_DECORATION = 6;

/** What the rules need to know beside the password. */
export interface PasswordContext {
  /** From {@link accountWords}. */
  words: readonly string[];
  /** Whether the text, in lower case, is one of the most used passwords. */
  isCommon(text: string): boolean;
}

export interface PasswordRule {
  id: 'LENGTH' | 'ACCOUNT_WORDS' | 'GUESSABLE';
  /** As a form says it before anything is typed. */
  label: string;
  /** What is wrong with the password, to follow the name of its field, or null. */
  violation(password: string, context: PasswordContext): string | null;
}

export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    id: 'LENGTH',
    label: `${MIN_LENGTH} to ${MAX_LENGTH} characters; a few words are easy to remember`,
    violation(password) {
      const length = lengthOf(normalized(password));
      const isFine = length >= MIN_LENGTH && length <= MAX_LENGTH;
      return isFine ? null : `must be ${MIN_LENGTH} to ${MAX_LENGTH} characters long`;
    },
  },
  {
    id: 'ACCOUNT_WORDS',
    label: `${MIN_LENGTH} of them not from your name, e-mail, organization or “grove”`,
    violation(password, { words }) {
      const text = normalized(password);
      const found = words.filter((word) => text.includes(word));
      if (lengthOf(without(text, found)) >= MIN_LENGTH) return null;
      return `must have ${MIN_LENGTH} characters beside words of your account: ${found.join(', ')}`;
    },
  },
  {
    id: 'GUESSABLE',
    label: 'Not one of the most used passwords, nor a row such as abcdef',
    violation(password, { isCommon }) {
      const text = normalized(password);
      if (new Set(text).size < 4) return 'must have at least 4 different characters';
      if (isRow(text)) return 'must not be a row of the alphabet or the keyboard';
      return isGuessable(text, isCommon) ? 'is too close to one of the most used passwords' : null;
    },
  },
];

/** The words of an account, in lower case, the longest first. */
export function accountWords({
  email = '',
  names = [],
}: {
  email?: string;
  /** Of the person and the groups that the account belongs to. */
  names?: readonly string[];
}): string[] {
  const [local = '', domain = ''] = email.split('@');
  const withoutTopLevel = domain.split('.').slice(0, -1);
  const words = ['grove', local, ...withoutTopLevel, ...names].flatMap((text) =>
    normalized(text).split(/[^\p{L}\p{N}]+/u),
  );
  return [...new Set(words)]
    .filter((word) => lengthOf(word) >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length);
}

function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** In characters, not in UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}

function without(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text);
}

const ROWS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];

function isRow(text: string): boolean {
  const reversed = [...text].toReversed().join('');
  return ROWS.some((row) => row.includes(text) || row.includes(reversed));
}

/** True for a well-known password, also repeated, spelled with digits, or with a little around it. */
function isGuessable(text: string, isCommon: (text: string) => boolean): boolean {
  const isKnown = (part: string) =>
    [part, spelledOut(part)].some((form) => isCommon(form) || isCommon(unrepeated(form)));
  const [, head = '', core = '', tail = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(text) ?? [];
  const around = head + tail;
  if (isKnown(core) && (isKnown(around) || isRow(around))) return true;
  return undecorated(text).some(isKnown);
}

/** The text, and the text without up to MAX_DECORATION digits and signs at its two ends. */
function undecorated(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start <= MAX_DECORATION; start += 1) {
    for (let cut = 0; cut <= MAX_DECORATION - start; cut += 1) {
      const end = text.length - cut;
      if (!/\p{L}/u.test(text.slice(0, start) + text.slice(end)))
        parts.push(text.slice(start, end));
    }
  }
  return parts;
}

/** `abab` is `ab`. */
function unrepeated(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

const DIGITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function spelledOut(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => DIGITS[sign] ?? sign);
}
