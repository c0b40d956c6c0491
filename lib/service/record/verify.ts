/** Compares the records of an organization with its chain, and the chain with what was signed. */
import { START } from '#lib/audit/chain.ts';
import { all, any, atMost, below, is, moreThan } from '#lib/store/predicates.ts';
import { committed, type Link } from '#lib/store/store.ts';
import { isSigned, signedOf, type SignedLinks } from './heads.ts';
import { FILE, isForeign, lastHead } from './kept-heads.ts';
import { Walk, type Finding } from './walk.ts';

/** What `grove audit verify` found in one chain. */
export interface Verified extends SignedLinks {
  chain: string;
  records: number;
  /** Records that the next minutes put into the chain. */
  pending: number;
  /** The last head that is known outside of the database. */
  kept: Link | null;
  findings: Finding[];
}

const PAGE = 500;
const MOST = 100;

/** @param noted a hash that was at the end of the chain at some time. */
export async function verifyChain(
  chain: string,
  noted?: string,
  signal?: AbortSignal,
): Promise<Verified> {
  for (;;) {
    const verified = await verifyOnce(chain, noted, signal);
    if (verified.findings.length === 0) return verified;
    // Somebody may have pruned meanwhile.
    const { checkpoint } = await signedOf(committed, chain);
    if (checkpoint?.sequence === verified.checkpoint?.sequence) return verified;
  }
}

async function verifyOnce(
  chain: string,
  noted: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Verified> {
  const { head, checkpoint } = await signedOf(committed, chain);
  const start = checkpoint ?? START;
  const walk = new Walk(chain, start);
  const kept = lastHead(chain);
  const ends = endsOf(start, { head, kept });
  const unseen = new Set(ends);
  let isNotedThere = noted === undefined || noted === start.hash;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await committed.find(
      'AuditEvent',
      all(is('chain', chain), moreThan('sequence', walk.last)),
      { order: { column: 'sequence', descending: false }, limit: PAGE },
    );
    for (const row of rows) {
      walk.visit(row);
      for (const end of unseen) {
        if (row.hash === end.hash && row.sequence === end.sequence) unseen.delete(end);
      }
      isNotedThere ||= row.hash === noted;
    }
    if (rows.length < PAGE) break;
  }
  const rewritten = [...unseen]
    .filter(({ sequence }) => sequence <= walk.last)
    .map(({ sequence, hash, noted }): Finding => {
      const detail = `it is not the record that ${noted}, with the hash ${hash}`;
      return { problem: 'REWRITTEN', sequence, uid: '', detail };
    });
  walk.endBefore(Math.max(0, ...ends.map(({ sequence }) => sequence)));
  const findings = [
    ...walk.findings(),
    ...rewritten,
    ...(await strangers(chain, start.sequence)),
    ...(await badSignatures(chain, { head, checkpoint })),
  ];
  if (isForeign()) {
    const detail = `${FILE} in the data folder is not by this installation`;
    findings.push({ problem: 'NOT_SIGNED', sequence: 0, uid: '', detail });
  }
  if (!isNotedThere) {
    const detail = `no record has the hash ${noted}, which was noted before`;
    findings.push({ problem: 'UNKNOWN_HEAD', sequence: 0, uid: '', detail });
  }
  const pending = await committed.count('AuditEvent', all(below(chain), is('chain', '')));
  return { chain, records: walk.records, pending, head, checkpoint, kept, findings };
}

/** An earlier end of the chain, and where it was noted. */
interface End extends Link {
  noted: string;
}

/** The last signed end of the chain, by the database and by the file outside of it. */
function endsOf(start: Link, { head, kept }: Pick<Verified, 'head' | 'kept'>): End[] {
  const ends: End[] = [];
  if (head !== null) ends.push({ ...head, noted: `was signed at ${head.signedTime}` });
  // A kept head below the checkpoint was pruned, maybe by another process. The checkpoint vouches for it.
  if (kept !== null && kept.hash !== head?.hash && kept.sequence >= start.sequence) {
    ends.push({ ...kept, noted: 'is noted in the data folder' });
  }
  return ends.filter(({ hash }) => hash !== start.hash);
}

async function badSignatures(chain: string, links: SignedLinks): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of ['head', 'checkpoint'] as const) {
    const link = links[kind];
    if (link === null || (link.chain === chain && (await isSigned(kind, link)))) continue;
    const detail = `the signature of the ${kind} is not by a key of this installation`;
    findings.push({ problem: 'NOT_SIGNED', sequence: link.sequence, uid: '', detail });
  }
  return findings;
}

/** Records that claim to be in the chain, and are at no place that it has. */
async function strangers(chain: string, start: number): Promise<Finding[]> {
  const nowhere = any(is('sequence', null), atMost('sequence', start));
  const rows = await committed.find('AuditEvent', all(is('chain', chain), nowhere), {
    limit: MOST,
  });
  return rows.map(({ uid, sequence }) => {
    const detail = 'the chain has no such place';
    return { problem: 'INSERTED', sequence: sequence ?? 0, uid, detail };
  });
}
