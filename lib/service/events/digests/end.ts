/** The link in each digest that ends it without signing in, and ends nothing else. */
import { notFound } from '#lib/aip/errors.ts';
import { isUid, rootUid } from '#lib/aip/uid.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { config } from '#lib/config.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { subscription as definition } from '#lib/resources/subscription.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sameText, signatureOf } from '#lib/secrets/signatures.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { UNSUBSCRIBE_PATH } from '#lib/unsubscribe-path.ts';

const codeOf = (uid: string): string => signatureOf('end of a digest', uid);

export function unsubscribeUrl(uid: string): string {
  return `${config().url}${UNSUBSCRIBE_PATH}?${new URLSearchParams({ uid, code: codeOf(uid) })}`;
}

/** @throws ApiError NOT_FOUND for a code that this installation did not give, and for a digest that is gone. */
export async function digestOfLink(uid: string, code: string): Promise<RowOf<'Subscription'>> {
  const isGiven = isUid(uid) && sameText(codeOf(uid), code);
  const row = isGiven ? await committed.get('Subscription', uid) : null;
  if (row === null || row.schedule === '') throw notFound('Digest', '');
  return row;
}

/** Ends it; does nothing where it has ended. @throws ApiError NOT_FOUND as above. */
export async function endDigest(uid: string, code: string): Promise<void> {
  const { parent } = await digestOfLink(uid, code);
  const place = { chain: rootUid(parent), share: await shareOf(parent) };
  await transaction(async (tx) => {
    const before = await tx.existing('Subscription', uid);
    if (before.state === 'DISABLED') return;
    const columns = { state: 'DISABLED', reason: 'UNSUBSCRIBED', stateTime: new Date() } as const;
    await tx.note('Subscription', is('uid', uid), columns);
    await recordAudit(tx, {
      ...programActor('link of a digest'),
      ...eventOf(definition, 'update', uid, parent),
      before: definition.toJson(before),
      after: definition.toJson({ ...before, ...columns }),
    });
  }, place);
}
