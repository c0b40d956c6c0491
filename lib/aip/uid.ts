/**
 * Uids: the path of a resource in the hierarchy. A root is 40 hexadecimal digits and every further
 * segment is 16. Slashes join the segments.
 *
 * @see https://google.aip.dev/122
 */
import { invalidField } from './errors.ts';

const ROOT = /^[0-9a-f]{40}$/;
const UID = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;

/** Deeper than any organization needs. It bounds the length of a key. */
export const MAX_GROUP_LEVELS = 32;

/** A tag is in a repository, which may be in the deepest group. */
const MAX_SEGMENTS = MAX_GROUP_LEVELS + 2;

/** Whether the text is a uid: 40 hexadecimal digits, then any number of `/` with 16 more. */
export function isUid(text: string): boolean {
  return UID.test(text) && text.length <= 40 + 17 * (MAX_SEGMENTS - 1);
}

/** Whether the text is the uid of a root group, or of a built-in role. */
export function isRootUid(text: string): boolean {
  return ROOT.test(text);
}

/** @throws ApiError INVALID_ARGUMENT on `field` for anything but a uid. */
export function checkUid(text: string, field: string): string {
  if (!isUid(text)) {
    throw invalidField(field, 'must be 40 hexadecimal digits, then segments of / and 16');
  }
  return text;
}

/** The length of a segment below the root. */
const SEGMENT_BYTES = 8;

/** Random bytes that are not used yet. A call for a few takes as long as one for thousands. */
const random = new Uint8Array(4_096);
let used = random.length;

/** @returns two hexadecimal digits for each byte. */
export function randomHex(bytes: number): string {
  if (used + bytes > random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  const from = used;
  used += bytes;
  return Buffer.from(random.buffer).toString('hex', from, used);
}

/** 160 random bits. */
export function newRootUid(): string {
  return randomHex(20);
}

/** A uid directly below the parent, with 64 random bits. */
export function newChildUid(parent: string): string {
  return `${parent}/${randomHex(SEGMENT_BYTES)}`;
}

/**
 * Uids for rows that are written together, each a random step of up to 2^32 after the one before,
 * so that their entries share pages of each index.
 *
 * @see docs/decisions/README.md
 */
export function* newChildUids(parent: string): Generator<string, never> {
  let last = BigInt(`0x${randomHex(SEGMENT_BYTES)}`);
  for (;;) {
    last = BigInt.asUintN(8 * SEGMENT_BYTES, last + BigInt(`0x${randomHex(4)}`) + 1n);
    yield `${parent}/${last.toString(16).padStart(2 * SEGMENT_BYTES, '0')}`;
  }
}

/** The uid of the container; '' for a root. */
export function parentUid(uid: string): string {
  return uid.slice(0, Math.max(0, uid.lastIndexOf('/')));
}

/** The uid of the root group of the organization that a resource is in. */
export function rootUid(uid: string): string {
  return uid.slice(0, 40);
}

/** All prefixes that are uids, from the root to the uid itself. */
export function pathUids(uid: string): string[] {
  const uids: string[] = [];
  for (let end = uid.indexOf('/'); end !== -1; end = uid.indexOf('/', end + 1)) {
    uids.push(uid.slice(0, end));
  }
  return [...uids, uid];
}

/** The uids above this one, the root first. */
export function ancestorUids(uid: string): string[] {
  return pathUids(uid).slice(0, -1);
}

export function isBelow(uid: string, ancestor: string): boolean {
  return uid.startsWith(`${ancestor}/`);
}

/** Whether the uid is the ancestor's own, or of anything below it. */
export function isSameOrBelow(uid: string, ancestor: string): boolean {
  return uid === ancestor || isBelow(uid, ancestor);
}

/** The open key range of everything below a uid: '0' is the character after '/'. */
export function belowRange(uid: string): { after: string; before: string } {
  return { after: `${uid}/`, before: `${uid}0` };
}

/** The uids that are not below another one of them. */
export function topmost(uids: Iterable<string>): string[] {
  const tops: string[] = [];
  for (const uid of [...new Set(uids)].sort()) {
    const last = tops.at(-1);
    if (last === undefined || !isSameOrBelow(uid, last)) tops.push(uid);
  }
  return tops;
}
