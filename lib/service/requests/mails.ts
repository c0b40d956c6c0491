/** Who hears of access requests by e-mail, after the transaction. Their number is bounded for each request. */
import { rootUid } from '#lib/aip/uid.ts';
import { postNotice } from '#lib/mail/outbox.ts';
import {
  ANSWERED_TOPIC,
  answeredMail,
  ASKED_TOPIC,
  askedMail,
  EMERGENCY_TOPIC,
  emergencyMail,
  type Described,
} from '#lib/mail/requests.ts';
import { addressesOf, addressesOfOwners } from '#lib/service/identity-keys/recipients.ts';
import { committed } from '#lib/store/store.ts';
import { approversOf } from './approvers.ts';
import { capabilitiesOf, type AccessRequestRow } from './party.ts';

function describedOf(row: AccessRequestRow): Described {
  const { names, reason, duration, pendingUntil, expirationTime, reviewTime } = row;
  return {
    uid: row.uid,
    identity: names.identity?.name ?? '',
    requester: names.requester?.name ?? '',
    role: names.role?.name ?? '',
    group: names.group?.name ?? '',
    reason,
    duration,
    pendingUntil,
    expirationTime,
    reviewTime,
  };
}

/** Asks those who may answer; says to owners that somebody took a role for an emergency. */
export function postAsked(row: AccessRequestRow): void {
  const root = rootUid(row.uid);
  const described = describedOf(row);
  if (row.emergency) {
    postNotice({
      what: 'notice: access for an emergency',
      root,
      topic: EMERGENCY_TOPIC,
      recipients: () => addressesOfOwners(root),
      write: async (to) => emergencyMail(to, described),
    });
  }
  if (row.state !== 'PENDING') return;
  postNotice({
    what: 'notice: access request',
    root,
    topic: ASKED_TOPIC,
    recipients: async () => {
      const capabilities = await capabilitiesOf(committed, row.roleUid);
      const approvers = await approversOf(committed, row, capabilities);
      return addressesOf(approvers.map(({ uid }) => uid));
    },
    // It may be answered while its message waits.
    write: async (to) => {
      const now = await committed.get('AccessRequest', row.uid);
      return now?.state === 'PENDING' ? askedMail(to, described) : null;
    },
  });
}

/** Says to whoever asked that somebody answered. */
export function postAnswered(row: AccessRequestRow): void {
  if (row.state === 'PENDING') return;
  postNotice({
    what: 'notice: answer to an access request',
    root: rootUid(row.uid),
    topic: ANSWERED_TOPIC,
    recipients: () => addressesOf([row.requesterUid]),
    write: async (to) => answeredMail(to, describedOf(row)),
  });
}
