/** Accepts an earlier end of a chain as its end, for an operator who has restored the database. */
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { signHeads } from './heads.ts';
import { acceptHead, FILE, isForeign, lastHead } from './kept-heads.ts';

/**
 * The acceptance is recorded, with the end that was known before.
 *
 * @throws OperatorError if the file of heads cannot be read: it has the ends of other chains, which
 *   would be lost.
 */
export async function acceptChain(chain: string, actor: string): Promise<void> {
  if (isForeign()) {
    throw new OperatorError(
      `${FILE} in the data folder is not by this installation, so the ends of all records are unknown: restore it or its keys, or remove it`,
    );
  }
  const known = lastHead(chain);
  const end = await committed.chainEnd(chain);
  if (end === null) return;
  await transaction((tx) =>
    recordAudit(tx, {
      ...programActor(actor),
      ...eventOf('audit_event', 'accept', chain),
      before: { ...(known !== null && { sequence: known.sequence, hash: known.hash }) },
      after: { sequence: end.sequence, hash: end.hash },
    }),
  );
  acceptHead(chain, end);
  await signHeads([chain]);
}
