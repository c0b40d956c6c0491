import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { claimMatchMail } from '#lib/mail/claim-match-notice.ts';
import { post } from '#lib/mail/outbox.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { addressesOfOwners } from '#lib/service/identity-keys/recipients.ts';

/**
 * Notifies the owners of the organization, where there is e-mail: whoever may edit identities decides
 * who has their roles. No request waits for it.
 */
export function notifyOwners(row: RowOf<'Identity'>): void {
  if (config().mail === undefined) return;
  postAll(row).catch((error: unknown) =>
    logError('cannot notify the owners of a changed claim match', error),
  );
}

async function postAll({ uid, name, issuer, subject, updateTime }: RowOf<'Identity'>) {
  const changed = { uid, name, issuer, subject, time: updateTime };
  for (const to of await addressesOfOwners(rootUid(uid))) {
    post('notice: claim match', () => Promise.resolve(claimMatchMail(to, changed)));
  }
}
