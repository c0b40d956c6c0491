/** The secret that a registry sends with its notifications. */
import { unauthenticated } from '#lib/aip/errors.ts';
import type {
  RegistrySourceJson,
  RotateNotificationSecretRequestJson,
} from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { newKeyedSecret, parseKeyedSecret } from '#lib/secrets/keyed-secrets.ts';
import { sameText } from '#lib/secrets/signatures.ts';
import { registrySource } from '#lib/resources/registry-source.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';

/**
 * Creates a new secret. The previous secret stops working.
 *
 * @returns the source, and `notificationSecret`, which no other response contains.
 * @throws ApiError PERMISSION_DENIED without `repo.sync`; NOT_FOUND.
 */
export function rotateNotificationSecret(
  call: Call,
  body: RotateNotificationSecretRequestJson,
): Promise<RegistrySourceJson> {
  const uid = checkedUid(body);
  const { text, keyId, hash } = newKeyedSecret('registry');
  const check = (current: Call) => requireCapability(current, 'repo.sync', uid);
  return changeAs(call, [registrySource, 'update', uid], check, async (tx, current) => {
    const before = await tx.existing('RegistrySource', uid);
    const now = new Date();
    const after = await tx.update('RegistrySource', uid, {
      notificationKeyId: keyId,
      notificationHash: hash,
      notificationKeyTime: now,
      updateTime: now,
    });
    await auditRows(tx, current, registrySource, 'update', { before, after });
    return { ...registrySource.toJson(after), notificationSecret: text };
  });
}

/** The source of the secret. @throws ApiError UNAUTHENTICATED. */
export async function sourceOfSecret(secret: string): Promise<RowOf<'RegistrySource'>> {
  const parsed = parseKeyedSecret('registry', secret);
  const source =
    parsed === null
      ? null
      : await committed.first('RegistrySource', is('notificationKeyId', parsed.keyId));
  if (parsed === null || source === null || !sameText(source.notificationHash ?? '', parsed.hash)) {
    throw unauthenticated('the secret of the notification is not known');
  }
  return source;
}
