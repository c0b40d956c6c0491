/** Sends an issuer the requests of a sign-in, before anyone signs in through it. */
import { z } from 'zod';
import { testIssuer } from '#lib/auth/tokens/issuer-test.ts';
import type {
  TestConnectionRequestJson,
  TestConnectionResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { issuer, uid } from '#lib/resources/fields.ts';
import { identityProvider } from '#lib/resources/identity-provider.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { countConnectionTest } from '#lib/service/calls/connection-tests.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';

const testRequest = z.strictObject({ groupUid: uid, issuer });

/**
 * Tests the issuer of an identity provider of the group.
 *
 * @throws ApiError PERMISSION_DENIED if the caller may neither create nor update
 *   identity providers there; RESOURCE_EXHAUSTED with `retry-after`, in seconds,
 *   at too many tests.
 */
export async function testConnection(
  call: Call,
  body: TestConnectionRequestJson,
): Promise<TestConnectionResponseJson> {
  const { groupUid, issuer } = checked(testRequest, body);
  if (!call.reach.holds('identity_providers.update', groupUid)) {
    await requireAt(call, identityProvider, 'create', 'identity_providers.create', groupUid);
  }
  await countConnectionTest(call, groupUid);
  return { issuer, ...(await testIssuer(issuer, call.signal)) };
}
