/** Replaces the secret of a subscription, with time to tell the target. */
import { z } from 'zod';
import type {
  RotateSubscriptionSecretRequestJson,
  SubscriptionJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import { uid } from '#lib/resources/fields.ts';
import { subscription, webhookSecret } from '#lib/resources/subscription.ts';
import { encryptSecret } from '#lib/secrets/encryption.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { requireNoKey } from '#lib/service/rules/no-key.ts';
import { BY_NO_KEY } from '#lib/service/rules/subscription.ts';
import { requireWebhook } from './message.ts';
import { newWebhookSecret } from './signatures.ts';

/** How long the secret before signs as well. */
const BOTH_MS = 24 * 60 * 60 * 1000;

const request = z.strictObject({ uid, secret: webhookSecret.optional() });

/** @throws ApiError PERMISSION_DENIED; NOT_FOUND; INVALID_ARGUMENT; FAILED_PRECONDITION for a key. */
export function rotateSecret(
  call: Call,
  body: RotateSubscriptionSecretRequestJson,
): Promise<SubscriptionJson> {
  const { uid, secret = newWebhookSecret() } = checked(request, body);
  const check = (current: Call) => requireCapability(current, 'subscriptions.update', uid);
  return changeAs(call, [subscription, 'update', uid], check, async (tx, current) => {
    requireNoKey(current, BY_NO_KEY);
    const before = await tx.existing('Subscription', uid);
    requireWebhook(before);
    const now = Date.now();
    const after = await tx.update('Subscription', uid, {
      secret: encryptSecret(secret, uid),
      previousSecret: before.secret,
      previousUntil: new Date(now + BOTH_MS),
      updateTime: new Date(now),
    });
    await auditRows(tx, current, subscription, 'update', { before, after });
    return { ...subscription.toJson(after), secret };
  });
}
