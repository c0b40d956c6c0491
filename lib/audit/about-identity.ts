/** Records about an identity itself, such as a change of its password or its second factors. */
import type { JsonObject } from '#lib/aip/json.ts';
import { parentUid } from '#lib/aip/uid.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { Transaction } from '#lib/store/store.ts';
import { personActor, recordAudit, type Actor, type AuditEntry } from './record.ts';

interface Happening {
  /** The type of the event without `grove.iam.` and the version, such as `password.reset`. */
  event: string;
  operation: Operation;
  /** By default the person of the identity. */
  actor?: Actor | undefined;
  /** Beside the name of the identity. */
  facts?: JsonObject;
  result?: AuditEntry['result'];
}

/** Writes the record in the group of the identity. A deletion records the previous state. */
export async function recordAboutIdentity(
  tx: Transaction,
  identityUid: string,
  { event, operation, actor, facts, result }: Happening,
): Promise<void> {
  const identity = await tx.get('Identity', identityUid);
  const state = { name: identity?.name ?? '', ...facts };
  await recordAudit(tx, {
    ...(actor ?? (await personActor(tx, identityUid))),
    type: `grove.iam.${event}.v1`,
    operation,
    resource: identityUid,
    group: parentUid(identityUid),
    result,
    ...(operation === 'delete' ? { before: state } : { after: state }),
  });
}
