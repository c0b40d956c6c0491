/**
 * Uids of identity providers that do not exist yet. The redirect address contains the uid, and most
 * providers ask for that address before they give out a client id. A reservation carries its own time
 * and signature, so it writes no row.
 */
import { z } from 'zod';
import { invalidField } from '#lib/aip/errors.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { config } from '#lib/config.ts';
import type {
  ReserveIdentityProviderRequestJson,
  ReserveIdentityProviderResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { uid } from '#lib/resources/fields.ts';
import { logoutAddress, redirectAddress } from '#lib/resources/provider-addresses.ts';
import { sameText, signatureOf } from '#lib/secrets/signatures.ts';
import { identityProvider } from '#lib/resources/identity-provider.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, type Transaction } from '#lib/store/store.ts';

/**
 * Long enough to wait for whoever registers the address. The audit log, which says whether a
 * reservation was used, is kept for a day at least.
 */
const LIFETIME_MS = 12 * 60 * 60 * 1000;

const FORM = /^([0-9a-f]{16})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

type Caller = Pick<Principal, 'issuer' | 'subject'>;

const macOf = ({ issuer, subject }: Caller, provider: string, expires: number): string =>
  signatureOf('provider reservation', issuer, subject, provider, expires);

const reserveRequest = z.strictObject({ groupUid: uid });

/**
 * Reserves the uid of an identity provider of the group for the caller.
 *
 * @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED; NOT_FOUND.
 */
export async function reserveProvider(
  call: Call,
  body: ReserveIdentityProviderRequestJson,
): Promise<ReserveIdentityProviderResponseJson> {
  const { groupUid } = checked(reserveRequest, body);
  await requireAt(call, identityProvider, 'create', 'identity_providers.create', groupUid);
  await committed.existing('Group', groupUid);
  const provider = newChildUid(groupUid);
  const expires = Date.now() + LIFETIME_MS;
  const mac = macOf(call.principal, provider, expires);
  const { url } = config();
  return {
    reservation: `${provider.slice(groupUid.length + 1)}.${expires}.${mac}`,
    uid: provider,
    redirectUri: redirectAddress(url, provider),
    logoutUri: logoutAddress(url),
    expireTime: new Date(expires).toISOString(),
  };
}

/**
 * The uid that the caller has reserved in the group. A uid is given out once, also when its provider
 * was deleted: somebody may still be on the way back to that address.
 *
 * @throws ApiError INVALID_ARGUMENT on `reservation`.
 */
export async function reservedUid(
  tx: Transaction,
  { principal }: Call,
  group: string,
  reservation: string,
): Promise<string> {
  const [, segment = '', expires = '', given = ''] = FORM.exec(reservation) ?? [];
  const provider = `${group}/${segment}`;
  if (!sameText(macOf(principal, provider, Number(expires)), given)) {
    throw refused('is not one that you made for this group');
  }
  if (Date.now() >= Number(expires)) throw refused('has expired: reserve another address');
  const uses = all(is('resource', provider), is('operation', 'create'), is('result', 'OK'));
  if ((await tx.first('AuditEvent', uses)) !== null) {
    throw refused('has been used: reserve another address');
  }
  return provider;
}

const refused = (why: string) => invalidField('reservation', why);
