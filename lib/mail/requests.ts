/** Messages about access requests. Their links lead to pages: to open one answers nothing. */
import type { Message } from '#lib/mail/message.ts';
import { here, messageOf, oneLine, utcText } from '#lib/mail/wording.ts';

/** Subjects of the messages, without the installation. */
export const ASKED_TOPIC = 'Somebody asks for access';
export const ANSWERED_TOPIC = 'Your access request was answered';
export const EMERGENCY_TOPIC = 'Access was granted for an emergency';

/** An access request, as messages describe it. */
export interface Described {
  uid: string;
  identity: string;
  requester: string;
  role: string;
  group: string;
  reason: string;
  /** In seconds. */
  duration: number;
  pendingUntil: Date;
  expirationTime: Date | null;
  reviewTime: Date | null;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

function lengthOf(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.ceil((seconds % HOUR_S) / MINUTE_S);
  const parts = [...(hours > 0 ? [`${hours} h`] : []), ...(minutes > 0 ? [`${minutes} min`] : [])];
  return parts.join(' ');
}

const factsOf = ({ identity, requester, role, group, reason, duration }: Described): string =>
  [
    `Who: ${oneLine(identity)}`,
    ...(requester === identity ? [] : [`Asked by: ${oneLine(requester)}`]),
    `Role: ${oneLine(role)}`,
    `Group: ${oneLine(group)}`,
    `For: ${lengthOf(duration)}`,
    ...(reason === '' ? [] : [`Reason: ${oneLine(reason)}`]),
  ].join('\n');

/** Opening it answers nothing: programs open the links of e-mails. */
const pageOf = ({ uid }: Described): string => `${here().url}/requests/${uid.replaceAll('/', '.')}`;

/** To somebody who may answer. */
export function askedMail(to: string, request: Described): Message {
  const { name, url } = here();
  return messageOf(to, `${ASKED_TOPIC} (${name})`, [
    `Somebody asks for access at ${name} (${url}), and you may answer.`,
    factsOf(request),
    `It waits until ${utcText(request.pendingUntil)}. Approve or deny it here:\n${pageOf(request)}`,
  ]);
}

/** To whoever asked. */
export function answeredMail(to: string, request: Described): Message {
  const { name, url } = here();
  const { expirationTime } = request;
  const what =
    expirationTime === null
      ? 'It was denied.'
      : `It was approved. The access ends at ${utcText(expirationTime)}.`;
  return messageOf(to, `${ANSWERED_TOPIC} (${name})`, [
    `Somebody answered your access request at ${name} (${url}). ${what}`,
    factsOf(request),
    `See the answer:\n${pageOf(request)}`,
  ]);
}

/** To an owner of the organization. */
export function emergencyMail(to: string, request: Described): Message {
  const { name, url } = here();
  const { reviewTime, expirationTime } = request;
  const until = expirationTime === null ? '' : `\nUntil: ${utcText(expirationTime)}`;
  const by = reviewTime === null ? '' : ` by ${utcText(reviewTime)}`;
  return messageOf(to, `${EMERGENCY_TOPIC} (${name})`, [
    `Somebody took a role for an emergency at ${name} (${url}). Nobody had to approve it.`,
    `${factsOf(request)}${until}`,
    `Another owner has to review it${by}:\n${pageOf(request)}`,
  ]);
}
