/** Sends a registry the first requests of a sync, before it is saved as a source. */
import { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { testRegistry } from '#lib/import/registry/connection-test.ts';
import type { Credentials } from '#lib/import/registry/tokens.ts';
import { uid } from '#lib/resources/fields.ts';
import { registryConnection, registrySource } from '#lib/resources/registry-source.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { countConnectionTest } from '#lib/service/calls/connection-tests.ts';
import { connectionViolations, requireWhole } from '#lib/service/rules/registry-source.ts';
import { requireAt } from '#lib/service/verbs/denied.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
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
export async function testRegistryConnection(call: Call, body: JsonObject): Promise<JsonObject> {
  const connection = checked(testRequest, body, connectionViolations(body));
  const { groupUid, url, caCertificate = '' } = connection;
  await requireAt(call, registrySource, 'create', 'repo.sync', groupUid);
  const credentials = await credentialsOf(connection);
  await countConnectionTest(call, groupUid);
  return { url, ...(await testRegistry({ url, credentials, caCertificate }, call.signal)) };
}

async function credentialsOf({ groupUid, ...input }: Connection): Promise<Credentials> {
  const { username = '', password } = input;
  const before = await committed.first('RegistrySource', is('parent', groupUid));
  const isNew = password !== undefined || before === null;
  requireWhole({ input, before }, { password: password ?? before?.password ?? null, isNew });
  if (username === '') return null;
  if (password !== undefined) return { username, password };
  const stored = before === null ? null : accessOf(before).credentials;
  return stored === null ? null : { username, password: stored.password };
}
