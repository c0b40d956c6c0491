/** Says to the owners of an organization by e-mail that a subscription delivers nothing. */
import { rootUid } from '#lib/aip/uid.ts';
import { postNotice } from '#lib/mail/outbox.ts';
import { WEBHOOK_TOPIC, webhookWarningMail } from '#lib/mail/warnings.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { addressesOfOwners } from '#lib/service/identity-keys/recipients.ts';
import { committed } from '#lib/store/store.ts';

export function warnOwners({ uid, parent }: RowOf<'Subscription'>): void {
  const root = rootUid(parent);
  postNotice({
    what: 'warning: events that are not delivered',
    root,
    topic: WEBHOOK_TOPIC,
    recipients: () => addressesOfOwners(root),
    // It may deliver again while the message waits.
    write: async (to) => {
      const row = await committed.get('Subscription', uid);
      if (row === null || row.state !== 'FAILING') return null;
      return webhookWarningMail(to, { ...row, since: row.stateTime ?? row.createTime });
    },
  });
}
