/** Recognizes a typed or pasted text in the palette. Pure. */
import { uidOfSegment } from '#lib/client/paths.ts';

/** What a typed text is, beside a part of a name. */
export type Sought =
  | { kind: 'uid'; uid: string }
  | { kind: 'digest'; digest: string }
  /** The id of an advisory, which may also be an alias of others. */
  | { kind: 'vulnerability'; id: string }
  | { kind: 'text'; text: string };

/** A shorter text finds too much to be useful. */
const SHORTEST = 2;

const UID = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;
const DIGEST = /^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/;
const CVE = /^CVE-\d{4}-\d{4,}$/i;
const GHSA = /^GHSA(?:-[0-9a-z]{4}){3}$/i;
const CGA = /^CGA(?:-[0-9a-z]{4}){3}$/i;

const withUpperPrefix = (id: string): string => {
  const end = id.indexOf('-');
  return id.slice(0, end).toUpperCase() + id.slice(end).toLowerCase();
};

/** Null if the text is too short. */
export function recognize(input: string): Sought | null {
  const text = input.trim();
  if (text.length < SHORTEST) return null;
  const folded = text.toLowerCase();
  // In console addresses the slashes of a uid are dots.
  const uid = uidOfSegment(folded);
  if (UID.test(uid)) return { kind: 'uid', uid };
  const digest = folded.slice(folded.lastIndexOf('@') + 1);
  if (DIGEST.test(digest)) return { kind: 'digest', digest };
  if ([CVE, GHSA, CGA].some((form) => form.test(text))) {
    return { kind: 'vulnerability', id: withUpperPrefix(text) };
  }
  return { kind: 'text', text };
}
