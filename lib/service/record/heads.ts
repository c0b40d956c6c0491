/**
 * The signed heads of chains: how far a chain had come at a moment, signed with the key that signs
 * tokens. Keys that were rotated verify them for good, and revoked ones no longer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7515
 */
import { CompactSign, compactVerify, decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';
import { takeChanged } from '#lib/audit/changed-chains.ts';
import { ALGORITHM, everSigningKey, signingKey } from '#lib/auth/tokens/keys.ts';
import { logError } from '#lib/log.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction, type Link, type Reads } from '#lib/store/store.ts';
import { keepHeads, lastHead } from './kept-heads.ts';

/** The same key signs tokens, so that a type keeps heads and tokens apart. */
const TYPES = { head: 'grove-audit-head', checkpoint: 'grove-audit-checkpoint' } as const;

type Kind = keyof typeof TYPES;

const payload = z.object({
  chain: z.string(),
  sequence: z.int(),
  hash: z.string(),
  signedTime: z.iso.datetime(),
});

/** A signed end of a chain. `chain` is the uid of the root group. */
export interface SignedLink extends Link {
  chain: string;
  signedTime: string;
  /** A JWS in its compact form. Its payload has all other fields of the link. */
  signature: string;
}

export async function signLink(kind: Kind, chain: string, link: Link): Promise<SignedLink> {
  const { kid, privateKey } = await signingKey();
  const { sequence, hash } = link;
  const signed = { chain, sequence, hash, signedTime: new Date().toISOString() };
  const signature = await new CompactSign(new TextEncoder().encode(JSON.stringify(signed)))
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPES[kind] })
    .sign(privateKey);
  return { ...signed, signature };
}

/** The content of a head, before its signature is checked. Null for text of another form. */
export function readLink(signature: string): SignedLink | null {
  try {
    const { success, data } = payload.safeParse(decodeJwt(signature));
    return success ? { ...data, signature } : null;
  } catch {
    return null;
  }
}

export function keyIdOf({ signature }: SignedLink): string {
  return decodeProtectedHeader(signature).kid ?? '';
}

export async function isSigned(kind: Kind, { signature }: SignedLink): Promise<boolean> {
  try {
    const { protectedHeader } = await compactVerify(
      signature,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await everSigningKey(kid);
        if (key === undefined) throw new errors.JWSInvalid('the key is unknown');
        return key;
      },
      { algorithms: [ALGORITHM] },
    );
    return protectedHeader.typ === TYPES[kind];
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

export type SignedLinks = Record<Kind, SignedLink | null>;

/**
 * The stored head and checkpoint of a chain, whose signatures are not checked.
 *
 * @param chain the uid of the root group.
 */
export async function signedOf(reads: Reads, chain: string): Promise<SignedLinks> {
  const row = await reads.first('ChainHead', is('chain', chain));
  const of = (text: string | null | undefined) => (text == null ? null : readLink(text));
  return { head: of(row?.head), checkpoint: of(row?.checkpoint) };
}

/** Signs the heads of the chains that this process has written to. */
export function signChanged(): Promise<void> {
  return signHeads(takeChanged());
}

/**
 * Signs the heads of chains, unless a chain lacks a record that was signed before. Keeps the heads
 * outside of the database once they are durable in it.
 */
export async function signHeads(chains: readonly string[]): Promise<void> {
  const durable: (Link & { chain: string })[] = [];
  for (const chain of chains) {
    const end = await committed.chainEnd(chain);
    const { head, checkpoint } = await signedOf(committed, chain);
    if (!(await hasAll(chain, end, { head, checkpoint })) || end === null) continue;
    if (head?.hash !== end.hash || !(await isSigned('head', head))) await signHead(chain, end);
    else if (Date.now() - Date.parse(head.signedTime) < SETTLED_MS) continue;
    durable.push({ chain, ...end });
  }
  keepHeads(durable);
}

/** A younger head may be by another process, whose transaction is not durable yet. */
const SETTLED_MS = 60_000;

async function signHead(chain: string, end: Link): Promise<void> {
  const { signature } = await signLink('head', chain, end);
  await transaction(async (tx) => {
    const known = await tx.first('ChainHead', is('chain', chain));
    const { head } = await signedOf(tx, chain);
    // Another process may have signed a later one.
    if (head !== null && head.sequence > end.sequence) return;
    await tx.put('ChainHead', { chain, head: signature, checkpoint: known?.checkpoint ?? null });
  });
}

/** Whether the chain has the signed records, by the database and by the file outside of it. */
async function hasAll(
  chain: string,
  end: Link | null,
  { head, checkpoint }: SignedLinks,
): Promise<boolean> {
  const isTrue =
    checkpoint !== null && checkpoint.chain === chain && (await isSigned('checkpoint', checkpoint));
  const pruned = isTrue ? checkpoint.sequence : 0;
  for (const link of [head, lastHead(chain)]) {
    if (link === null || link.hash === end?.hash || link.sequence <= pruned) continue;
    const where = all(is('chain', chain), is('sequence', link.sequence), is('hash', link.hash));
    if ((await committed.count('AuditEvent', where)) === 1) continue;
    logError(
      `the record of ${chain} is not signed: run grove audit verify`,
      new Error(`record ${link.sequence} is not the one that was signed`),
    );
    return false;
  }
  return true;
}
