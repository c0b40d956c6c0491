/** Sends an issuer the requests of a sign-in, before anyone signs in through it. */
import { z } from 'zod';
import { tryAgain } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { testIssuer } from '#lib/auth/tokens/issuer-test.ts';
import { TokenBuckets } from '#lib/limits/token-buckets.ts';
import { issuer, uid } from '#lib/resources/fields.ts';
import { identityProvider } from '#lib/resources/identity-provider.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { checkDenied } from '#lib/service/verbs/denied.ts';

const testRequest = z.strictObject({ groupUid: uid, issuer });

/** Of each caller: enough to configure a provider, too few to scan for open ports. */
const RATE = { quota: 20, windowSeconds: 60 };
const MAX_CALLERS = 1_000;

const shared = globalThis as typeof globalThis & { groveConnectionTests?: TokenBuckets };

/**
 * Tests the issuer of an identity provider of the group.
 *
 * @throws ApiError PERMISSION_DENIED if the caller may neither create nor update
 *   identity providers there; RESOURCE_EXHAUSTED with `retry-after`, in seconds,
 *   at more than {@link RATE}.
 */
export async function testConnection(call: Call, body: JsonObject): Promise<JsonObject> {
  const { groupUid, issuer } = checked(testRequest, body);
  if (!call.reach.holds('identity_providers.update', groupUid)) {
    checkDenied(call, identityProvider, 'create', groupUid, () =>
      requireCapability(call, 'identity_providers.create', groupUid),
    );
  }
  countTest(`${call.principal.issuer} ${call.principal.subject}`);
  return { issuer, ...(await testIssuer(issuer)) };
}

function countTest(caller: string): void {
  const tests = (shared.groveConnectionTests ??= new TokenBuckets(RATE, MAX_CALLERS));
  const { allowed, retrySeconds: seconds } = tests.take(caller, performance.now());
  if (allowed) return;
  throw tryAgain('RESOURCE_EXHAUSTED', `too many tests; try again in ${seconds} s`, seconds);
}
