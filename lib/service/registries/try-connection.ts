/** Sends a registry the first requests of a sync, before it is saved as a source. */
import { z } from 'zod';
import { eventOf, recordAudit } from '#lib/audit/record.ts';
import type {
  TestRegistryConnectionRequestJson,
  TestRegistryConnectionResponseJson,
} from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { testRegistry } from '#lib/import/registry/connection-test.ts';
import type { Credentials } from '#lib/import/registry/tokens.ts';
import { uid } from '#lib/resources/fields.ts';
import { registryConnection, registrySource } from '#lib/resources/registry-source.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { countConnectionTest } from '#lib/service/calls/connection-tests.ts';
import { connectionViolations, requireWhole } from '#lib/service/rules/registry-source.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { accessOf } from './sync-registry.ts';

const testRequest = z.strictObject({ groupUid: uid, ...registryConnection });

type Connection = z.infer<typeof testRequest>;

/**
 * Tests the registry source that the group has or will have. Without a password, that of the stored
 * source is used, under the rules for saving it.
 *
 * @throws ApiError PERMISSION_DENIED without `repo.sync`; INVALID_ARGUMENT; RESOURCE_EXHAUSTED at too
 *   many tests.
 */
export async function testRegistryConnection(
  call: Call,
  body: TestRegistryConnectionRequestJson,
): Promise<TestRegistryConnectionResponseJson> {
  const connection = checked(testRequest, body, connectionViolations(body));
  const { groupUid, url, caCertificate = '' } = connection;
  await requireAt(call, registrySource, 'create', 'repo.sync', groupUid);
  const { credentials, storedIn } = await credentialsOf(connection);
  await countConnectionTest(call, groupUid);
  if (storedIn !== null) await recordUse(call, storedIn);
  return { url, ...(await testRegistry({ url, credentials, caCertificate }, call.signal)) };
}

interface Signing {
  credentials: Credentials;
  /** The source whose stored password they have; null for none. */
  storedIn: RowOf<'RegistrySource'> | null;
}

async function credentialsOf({ groupUid, ...input }: Connection): Promise<Signing> {
  const { username = '', password } = input;
  const before = await committed.first('RegistrySource', is('parent', groupUid));
  const isNew = password !== undefined || before === null;
  requireWhole({ input, before }, { password: password ?? before?.password ?? null, isNew });
  const withNew = username !== '' && password !== undefined ? { username, password } : null;
  if (username === '' || withNew !== null) return { credentials: withNew, storedIn: null };
  const stored = before === null ? null : accessOf(before).credentials;
  if (stored === null) return { credentials: null, storedIn: null };
  return { credentials: { username, password: stored.password }, storedIn: before };
}

/** Somebody who does not know the password has Grove send it. */
async function recordUse(call: Call, { uid, parent, url }: RowOf<'RegistrySource'>): Promise<void> {
  await transaction(async (tx) => {
    const event = eventOf(registrySource, 'use', uid, parent);
    await recordAudit(tx, { ...actorOf(call, parent), ...event, after: { url } });
  });
}
