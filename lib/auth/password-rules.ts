/**
 * The rules for new passwords. Pure, for the server and the browser, so that a form can report
 * problems as somebody types.
 *
 * @see NIST SP 800-63B-4, section 3.1.1.2
 */

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;
/** Shorter words of an account occur in too many other words. */
const MIN_WORD_LENGTH = 3;
/** Up to this many characters before or after a well-known password do not make it safer. */
const MAX_DECORATION = 6;

export interface PasswordContext {
  /** From {@link accountWords}. */
  words: readonly string[];
  /** Whether the text, in lower case, is one of the most used passwords. */
  isCommon(text: string): boolean;
}

/** One rule for passwords. The console shows its label, and the server its violation. */
export interface PasswordRule {
  id: 'LENGTH' | 'ACCOUNT_WORDS' | 'GUESSABLE';
  label: string;
  /**
   * The problem with the password, or null. A message puts the name of the field in front of it.
   */
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
    label: `At least ${MIN_LENGTH} that are not part of your name, e-mail, organization or “grove”`,
    violation(password, { words }) {
      const text = normalized(password);
      const found = words.filter((word) => text.includes(word));
      if (lengthOf(without(text, found)) >= MIN_LENGTH) return null;
      return `must have ${MIN_LENGTH} characters beside words of your account: ${found.join(', ')}`;
    },
  },
  {
    id: 'GUESSABLE',
    label: 'Not one of the most used passwords, nor a sequence such as abcdef',
    violation(password, { isCommon }) {
      const text = normalized(password);
      if (new Set(text).size < 4) return 'must have at least 4 different characters';
      if (isRow(text)) return 'must not be a row of the alphabet or the keyboard';
      return isGuessable(text, isCommon) ? 'is too close to one of the most used passwords' : null;
    },
  },
];

export interface PasswordOwner {
  email?: string;
  /** The names of the person and of the groups that the account belongs to. */
  names?: readonly string[];
}

/** The words of an account, in lower case, the longest first. */
export function accountWords({ email = '', names = [] }: PasswordOwner): string[] {
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

/**
 * True for a well-known password. It may be repeated, spelled with digits, or have a few characters
 * around it.
 */
function isGuessable(text: string, isCommon: (text: string) => boolean): boolean {
  const isKnown = (part: string) =>
    [part, spelledOut(part)].some((form) => isCommon(form) || isCommon(unrepeated(form)));
  const [, head = '', core = '', tail = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(text) ?? [];
  const around = head + tail;
  if (isKnown(core) && (isKnown(around) || isRow(around))) return true;
  return undecorated(text).some(isKnown);
}

/** The text, and the text without up to MAX_DECORATION digits and signs at either end. */
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

/** `abab` becomes `ab`. */
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
