/**
 * Finds in a pasted text who tried to sign in: in a token, a line of a log, an issuer with a subject, or a
 * subject. Pure.
 */
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import { timesProblem } from '#lib/auth/tokens/times.ts';
import { readToken } from '#lib/client/claims/token-test.ts';

export interface Pasted {
  claims: Claims;
  /** Whether these are all claims of a token. A text may leave some out. */
  isToken: boolean;
  /** Why the times of the token let nobody in, as a sentence. */
  late?: string;
}

const TOKEN = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/;

/** Also a part of a token, and a key of Grove. */
const SECRET = /\beyJ[\w-]{8,}|\bgrove_\w{30,}/;

/** Whether a text has a credential, which the palette must not send anywhere. */
export const hasCredential = (text: string): boolean => SECRET.test(text);

/** The subjects of platforms for workflows, wherever they are in a text. */
const KNOWN_SUBJECT =
  /\b(?:repo:[^\s:"']+\/[^\s:"']+:|project_path:[^\s:"']+:|system:serviceaccount:|organization:[^\s:"']+:)[^\s"'`,;)\]]+/;
const KNOWN_ISSUER =
  /\bhttps:\/\/(?:token\.actions\.githubusercontent\.com|gitlab\.com|agent\.buildkite\.com)(?:\/[\w.-]+)*/;

const ISSUER_AND_SUBJECT = /^(https?:\/\/\S+?),?\s+(\S.*)$/;

/** A label, and its value: quoted, or up to a blank. */
const labelled = (names: string) =>
  new RegExp(
    `\\b(?:${names})\\b["'\`]?\\s*(?:claim\\s*)?[:=]?\\s*(?:"([^"]+)"|'([^']+)'|\`([^\`]+)\`|([^\\s,;"'})\\]]*[:|@/][^\\s,;"'})\\]]*))`,
    'i',
  );
const LABELLED_ISSUER = labelled('iss|issuer');
const LABELLED_SUBJECT = labelled('sub|subject');

function valueIn(text: string, labels: RegExp, known: RegExp): string | undefined {
  const [, ...values] = labels.exec(text) ?? [];
  const value = values.find((one) => one !== undefined) ?? known.exec(text)?.[0];
  return value?.replace(/[.,;:]+$/, '');
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * Null if the text is no such thing; a problem if it has a token that does not decode.
 *
 * @param now milliseconds since 1970.
 */
export function pastedIn(input: string, now = Date.now()): Pasted | { problem: string } | null {
  const text = input.trim();
  const [token] = TOKEN.exec(text) ?? [];
  if (token !== undefined) {
    const read = readToken(token);
    if ('problem' in read) return read;
    const late = timesProblem(read.claims, now / 1000);
    return { claims: read.claims, isToken: true, ...(late !== null && { late: sentence(late) }) };
  }
  const [, issuer, subject] = ISSUER_AND_SUBJECT.exec(text) ?? [];
  const iss = valueIn(text, LABELLED_ISSUER, KNOWN_ISSUER);
  const sub = valueIn(text, LABELLED_SUBJECT, KNOWN_SUBJECT);
  if (sub !== undefined) return { claims: { ...(iss && { iss }), sub }, isToken: false };
  return issuer === undefined ? null : { claims: { iss: issuer, sub: subject }, isToken: false };
}
