/**
 * The chain of an organization's audit records: each has a hash over itself and its predecessor.
 *
 * @see docs/decisions/033-a-chain-of-records.md
 */
import { createHash } from 'node:crypto';
import { rootUid } from '#lib/aip/uid.ts';
import type { Tables } from '#lib/resources/rows.ts';
import type { Link, Transaction } from '#lib/store/store.ts';
import { canonical } from './canonical.ts';
import { noteChanged } from './changed-chains.ts';

type Row = Tables['AuditEvent'];

/** What a record says, before it has its place in a chain. */
export type Content = Omit<Row, 'chain' | 'sequence' | 'hash'>;

/** Before the first record. */
export const START: Link = { sequence: 0, hash: '' };

/**
 * The hash of a record at a place. Columns without a value are left out, so that records keep their
 * hashes when the table gets another column.
 */
export function hashAt(
  content: Content,
  place: { chain: string; sequence: number; previous: string },
): string {
  const given = Object.entries(content).filter(
    ([name, value]) => name !== 'hash' && value !== null,
  );
  const text = canonical({ ...Object.fromEntries(given), ...place });
  return createHash('sha256').update(text).digest('hex');
}

/** Appends one record after the other to the chain of its organization, within a transaction. */
export function placingIn(tx: Transaction) {
  const ends = new Map<string, Link>();
  return async (content: Content): Promise<Row> => {
    const chain = rootUid(content.uid);
    const end = ends.get(chain) ?? (await tx.chainEnd(chain)) ?? START;
    const sequence = end.sequence + 1;
    const hash = hashAt(content, { chain, sequence, previous: end.hash });
    ends.set(chain, { sequence, hash });
    noteChanged(chain);
    return { ...content, chain, sequence, hash };
  };
}
