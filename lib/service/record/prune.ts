/**
 * Removes old records of an organization. A signed checkpoint has the hash that the rest of the
 * chain continues from.
 */
import { refusal } from '#lib/aip/errors.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { all, atLeast, atMost, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { signHeads, signLink, signedOf } from './heads.ts';
import { verifyChain } from './verify.ts';

/** Few enough that nobody waits long for a turn to write. */
const AT_ONCE = 1_000;

/**
 * Removes the records before the first one of that time or later, except the one that was signed last.
 *
 * @param actor the program that does it.
 * @param signal ends it between two portions, with a whole chain.
 * @throws ApiError FAILED_PRECONDITION if the record is not whole, which pruning would hide.
 */
export async function pruneChain(
  chain: string,
  before: Date,
  { actor, signal }: { actor: string; signal?: AbortSignal | undefined },
) {
  await signHeads([chain]);
  const { findings, head, checkpoint } = await verifyChain(chain, undefined, signal);
  if (findings.length > 0) {
    const description = `the record of ${chain} is not whole: see grove audit verify`;
    throw refusal('RECORD_NOT_WHOLE', description, chain);
  }
  const [kept] = await committed.find(
    'AuditEvent',
    all(is('chain', chain), atLeast('createTime', before), atLeast('sequence', 1)),
    { order: { column: 'sequence', descending: false }, limit: 1 },
  );
  const signed = head?.sequence ?? 0;
  const last = Math.min(kept?.sequence ?? signed, signed) - 1;
  let removed = 0;
  for (let from = checkpoint?.sequence ?? 0; from < last;) {
    if (signal?.aborted === true) break;
    from = Math.min(from + AT_ONCE, last);
    removed += await removeUpTo(chain, from);
  }
  if (removed > 0) {
    await transaction((tx) =>
      recordAudit(tx, {
        ...programActor(actor),
        ...eventOf('audit_event', 'delete', chain),
        before: { before: before.toISOString(), count: removed },
      }),
    );
  }
  return { removed, checkpoint: (await signedOf(committed, chain)).checkpoint };
}

/** Removes a part of the records together with moving the checkpoint. */
async function removeUpTo(chain: string, sequence: number): Promise<number> {
  const whereLast = all(is('chain', chain), is('sequence', sequence));
  const hash = (await committed.first('AuditEvent', whereLast))?.hash ?? '';
  const { signature } = await signLink('checkpoint', chain, { sequence, hash });
  return transaction(async (tx) => {
    // Another process may have removed this record and later ones at the same time.
    if ((await tx.first('AuditEvent', whereLast))?.hash !== hash) return 0;
    const known = await tx.first('ChainHead', is('chain', chain));
    await tx.put('ChainHead', { chain, head: known?.head ?? null, checkpoint: signature });
    await tx.deleteAll('EventRow', all(is('chain', chain), atMost('sequence', sequence)));
    return tx.deleteAll(
      'AuditEvent',
      all(is('chain', chain), atLeast('sequence', 1), atMost('sequence', sequence)),
    );
  });
}
