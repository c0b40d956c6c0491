/**
 * The last signed head of each chain, kept outside of the database: in memory and in the data
 * folder. It shows if somebody removes the end of a chain in the database and puts an older signed
 * head there.
 *
 * Processes that share the data folder write one file. Each adds what it knows and the file lacks.
 *
 * @see docs/decisions/066-the-bounds-of-a-record.md
 */
import { z } from 'zod';
import { logError } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import { decryptSecret, encryptionKeyId, encryptSecret } from '#lib/secrets/encryption.ts';
import {
  privateFileStamp,
  readPrivateFile,
  replacePrivateFile,
} from '#lib/secrets/private-files.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import type { Link } from '#lib/store/store.ts';

export const FILE = 'audit-heads.json';

const head = z.object({
  sequence: z.int(),
  hash: z.string(),
  /** How often an operator has accepted an earlier end, as after a restore. */
  accepted: z.int(),
});

type KeptHead = z.infer<typeof head>;

const envelope = z.object({ encrypted: z.string() });
const content = z.record(z.string(), head);

type Heads = Map<string, KeptHead>;

interface Kept {
  /** Of the file when it was read; undefined if it has to be read, or is missing. */
  stamp: string | undefined;
  heads: Heads;
  /** Whether the file lacks something. */
  isBehind: boolean;
  /** The key that the file is encrypted with; null if this installation did not write it. */
  keyId: string | null;
}

const read = perProcess<Kept>('keptHeads', () => ({
  stamp: undefined,
  heads: new Map(),
  isBehind: false,
  keyId: '',
}));

/** The known heads, after those that other processes have added to the file. */
function kept(): Kept {
  const known = read.value;
  const stamp = privateFileStamp(FILE);
  if (stamp === known.stamp && stamp !== undefined) return known;
  const { heads, keyId } = stamp === undefined ? NO_FILE : decode(readPrivateFile(FILE));
  for (const [chain, head] of heads) addTo(known.heads, chain, head);
  const isBehind = [...known.heads].some(([chain, head]) => isLater(head, heads.get(chain)));
  return Object.assign(known, { stamp, isBehind, keyId });
}

const NO_FILE = { heads: new Map<string, KeptHead>(), keyId: '' };

function decode(text = ''): { heads: Heads; keyId: string | null } {
  try {
    const { encrypted } = envelope.parse(JSON.parse(text));
    const stored = content.parse(JSON.parse(decryptSecret(encrypted, FILE)));
    return { heads: new Map(Object.entries(stored)), keyId: encryptionKeyId(encrypted) };
  } catch (error) {
    logError(`${FILE} in the data folder is not by this installation`, error);
    return { ...NO_FILE, keyId: null };
  }
}

function addTo(heads: Heads, chain: string, head: KeptHead): void {
  if (isLater(head, heads.get(chain))) heads.set(chain, head);
}

function isLater(head: KeptHead, known: KeptHead | undefined): boolean {
  if (known === undefined || head.accepted > known.accepted) return true;
  return head.accepted === known.accepted && head.sequence > known.sequence;
}

function encode(heads: Heads): string {
  const encrypted = encryptSecret(JSON.stringify(Object.fromEntries(heads)), FILE);
  return `${JSON.stringify({ encrypted })}\n`;
}

/** The last head of a chain that is known outside of the database. */
export const lastHead = (chain: string): KeptHead | null => kept().heads.get(chain) ?? null;

/** The root groups of the chains whose heads `audit-heads.json` has. */
export const keptChains = (): string[] => [...kept().heads.keys()];

/** Whether another installation wrote the file. It then stays as it is until an operator removes it. */
export const isForeign = (): boolean => kept().keyId === null;

/** Keeps the heads that are later than those known, with one write of the file. */
export function keepHeads(links: readonly (Link & { chain: string })[]): void {
  const known = kept();
  const { heads, keyId } = known;
  // The keys may have been replaced by a process with another data folder.
  let isBehind = known.isBehind || (keyId !== '' && keyId !== secrets().encryption.current);
  for (const { chain, sequence, hash } of links) {
    const head = { sequence, hash, accepted: heads.get(chain)?.accepted ?? 0 };
    isBehind ||= isLater(head, heads.get(chain));
    addTo(heads, chain, head);
  }
  if (!isBehind || keyId === null) return;
  replacePrivateFile(FILE, encode(heads));
  known.stamp = undefined;
}

/** Keeps a head as the last one even if there were later ones. */
export function acceptHead(chain: string, { sequence, hash }: Link): void {
  const known = kept();
  const accepted = (known.heads.get(chain)?.accepted ?? 0) + 1;
  known.heads.set(chain, { sequence, hash, accepted });
  replacePrivateFile(FILE, encode(known.heads));
  known.stamp = undefined;
}

export function renewKeptHeads(): void {
  const id = keptHeadsEncryptedWith();
  if (id === null || id === secrets().encryption.current) return;
  replacePrivateFile(FILE, encode(kept().heads));
}

/** The id of the encryption key that the file needs; null if there is no such file. */
export const keptHeadsEncryptedWith = (): string | null => kept().keyId || null;
