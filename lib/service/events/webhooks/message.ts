/** An event as the request that a subscription sends. */
import { refusal } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { shareOf } from '#lib/limits/shares.ts';
import { postWebhook, type WebhookAnswer } from '#lib/net/webhook-request.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { CLOUD_EVENT_TYPE, cloudEvent } from '../cloud-event.ts';
import { takeConnection } from './connections.ts';
import { webhookHeaders } from './signatures.ts';

type Subscription = RowOf<'Subscription'>;

/** @throws ApiError FAILED_PRECONDITION `NO_WEBHOOK` for a subscription that sends digests. */
export function requireWebhook({ uid, schedule }: Subscription): void {
  if (schedule === '') return;
  throw refusal('NO_WEBHOOK', 'the subscription sends digests by e-mail, and no webhooks', uid);
}

/** The secrets that sign: that before the last rotation as well, as long as it is valid. */
export function secretsOf({ uid, secret, previousSecret, previousUntil }: Subscription): string[] {
  const isValid = previousUntil !== null && previousUntil.getTime() > Date.now();
  const encrypted = isValid && previousSecret !== null ? [secret, previousSecret] : [secret];
  return encrypted.map((text) => decryptSecret(text, uid));
}

/**
 * Sends an event, once there is a connection for it.
 *
 * @throws the reason of the signal if that is aborted.
 */
export async function sendEvent(
  subscription: Subscription,
  secrets: readonly string[],
  event: EventJson,
  signal?: AbortSignal,
): Promise<WebhookAnswer> {
  const { url, format, parent } = subscription;
  const end = await takeConnection(await shareOf(parent), url, signal);
  try {
    const { type, body } = bodyOf(event, format);
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = webhookHeaders({ id: event.uid ?? '', timestamp, body }, secrets);
    const headers = { 'content-type': type, ...signed };
    const answer = await postWebhook(url, { body, headers }, { signal });
    signal?.throwIfAborted();
    return answer;
  } finally {
    end();
  }
}

export function bodyOf(event: EventJson, format: Subscription['format']) {
  if (format === 'SLACK') return { type: 'application/json', body: slackBody(event) };
  const { before: _before, after: _after, ...thin } = event;
  const sent = format === 'THIN' ? thin : event;
  return { type: CLOUD_EVENT_TYPE, body: JSON.stringify(cloudEvent(sent)) };
}

/** One line. The characters by which Slack marks links and mentions are escaped; Mattermost knows mentions by names. */
function slackBody({ type = '', subject = '', group = '', after, before }: EventJson): string {
  const { name } = (after ?? before ?? {}) as { name?: unknown };
  const what = typeof name === 'string' ? `${name} (${subject})` : subject;
  const text = `${type}: ${what}`
    .replace(/[&<>]/g, (character) => ESCAPED[character] ?? '')
    .replace(/@(?=all|channel|everyone|here)/gi, '@\u200b');
  return JSON.stringify({ text: `${text} <${config().url}/groups/${group}/activity|Activity>` });
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
