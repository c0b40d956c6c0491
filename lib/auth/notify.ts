import { rootUid } from '#lib/aip/uid.ts';
import { mayNotify } from '#lib/auth/attempts/link-limits.ts';
import { isBlockedAtHome } from '#lib/auth/matching/blocked.ts';
import { hasVerifiedAddress, mailboxOf } from '#lib/auth/sign-in/addresses.ts';
import { noticeMail, topicOf, type Notice } from '#lib/mail/notices.ts';
import { dropped, postNotice } from '#lib/mail/outbox.ts';
import type { Asked } from '#lib/mail/wording.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { committed } from '#lib/store/store.ts';

/**
 * Notifies the owner of an account by e-mail, where Grove sends e-mail. Call it after the
 * transaction, so that a rolled back change sends no message.
 *
 * @param client where the change came from; empty for the command line.
 */
export function notify(account: RowOf<'Account'>, notice: Notice, client: Asked): void {
  const time = new Date();
  const { identityUid } = account;
  const posting = { what: `notice: ${notice}`, root: rootUid(identityUid) };
  postNotice({
    ...posting,
    topic: topicOf(notice),
    recipients: async () => {
      const address = await mailboxOf(committed, account);
      if (address === null || (await isBlockedAtHome(identityUid))) return [];
      const isTheirs = await hasVerifiedAddress(committed, account);
      if (isTheirs || (await mayNotify(account, address))) return [address];
      dropped(posting, 'nobody has verified the address, which gets no more this hour');
      return [];
    },
    write: async (to) =>
      (await isBlockedAtHome(identityUid)) ? null : noticeMail(notice, to, time, client),
  });
}
