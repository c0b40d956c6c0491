/** Removes from answers the values that differ between two requests. */
import type { Json } from '../../harness.ts';
import type { Operation } from './operations.ts';
import type { Answer } from './answer.ts';

/** Made with each answer. */
const SECRETS = [
  'code',
  'key',
  'keyId',
  'link',
  'notificationSecret',
  'recordValue',
  'redirectUri',
  'reservation',
  'secret',
];

/** Changed by other requests, or by the clock. */
const MOVING = ['lastSeenTime', 'nextPageToken'];
const MOVING_IN: Readonly<Record<string, readonly string[]>> = {
  SummarizeGroup: ['startTime', 'endTime'],
  SummarizeSystem: ['startTime', 'freeBytes', 'sizeBytes', 'auditEvents'],
  ReserveIdentityProvider: ['uid'],
  RevertAuditEvent: ['resourceUid'],
  ApproveAccessRequest: ['ruleUid', 'roleBindingUid'],
  DenyAccessRequest: ['ruleUid'],
  EndAccessRequest: ['ruleUid', 'roleBindingUid'],
  ExtendAccessRequest: ['uid', 'ruleUid', 'roleBindingUid'],
  ReviewAccessRequest: ['ruleUid', 'roleBindingUid'],
  WithdrawAccessRequest: ['ruleUid'],
  TestSubscription: ['milliseconds'],
  UpdatePolicy: ['etag'],
};

const TIME = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"/g;

/**
 * @param own the uid of the resource that only this request is about; absent for a request that
 *   changes nothing.
 */
export function comparable(answer: Answer, { method }: Operation, own?: string): Answer {
  const isWrite = own !== undefined;
  const hidden = [...MOVING, ...(MOVING_IN[method.name] ?? []), ...(isWrite ? SECRETS : [])];
  let text = JSON.stringify(answer);
  if (isWrite) text = text.replace(TIME, '"…"').replace(/fresh-\d+/g, 'fresh');
  if (isWrite && own !== '') {
    text = text.replaceAll(own, '<own>').replaceAll(own.slice(0, -17), '<its group>');
  }
  const whole = JSON.parse(text) as Answer;
  const withoutHidden = (part: Json | undefined) => part && without(part, hidden);
  const [body, raw, stored] = [whole.body, whole.raw, whole.stored].map(withoutHidden);
  return { ...whole, ...(body && { body }), ...(raw && { raw }), ...(stored && { stored }) };
}

function without(part: Json, hidden: readonly string[]): Json {
  const text = JSON.stringify(part);
  return JSON.parse(text, (name, value: unknown) =>
    hidden.includes(name) && ['string', 'number'].includes(typeof value) && value !== ''
      ? '…'
      : value,
  ) as Json;
}
