/**
 * The secrets and signatures of webhooks.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from '#lib/resources/subscription.ts';

/** 256 random bits. */
export const newWebhookSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64');

/** The parts of a signed message. */
export interface SignedMessage {
  /** The same at each try. */
  id: string;
  /** Of the try, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The headers of a message, with a signature for each secret. */
export function webhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
