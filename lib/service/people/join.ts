/** A person joins an organization that names them. */
import { notFound } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { namedBy, type Person } from '#lib/auth/matching/blocked.ts';
import { blockedIdentity } from '#lib/auth/own-identity.ts';
import { addressesOfIssuer } from '#lib/auth/tokens/known-urls.ts';
import type {
  ConfirmIdentityRequestJson,
  IdentityJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { identity } from '#lib/resources/identity.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { writeAs, type Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { requireActsAlone } from '#lib/service/people/own-will.ts';
import { joinOrganization } from '#lib/service/rules/confirmation.ts';
import { callAs } from '#lib/service/rules/founder.ts';

/**
 * Confirms an identity that names the caller, and with it the others of its organization. Confirming one
 * that has effect changes nothing.
 *
 * @throws ApiError NOT_FOUND unless the identity names the caller; FAILED_PRECONDITION `NO_IDENTITY` for
 *   credentials of another identity alone, `KEY_NOT_ALLOWED`, `IDENTITY_BLOCKED`.
 */
export function confirmIdentity(
  call: Call,
  body: ConfirmIdentityRequestJson,
): Promise<IdentityJson> {
  const uid = checkedUid(body);
  return writeAs(call, async (tx, current) => {
    const row = await tx.get('Identity', uid);
    const person = row === null ? null : namedBy(row);
    if (row === null || person === null || !(await isOf(current, person))) {
      throw notFound('Identity', uid);
    }
    requireActsAlone(current);
    const root = rootUid(uid);
    if (current.principal.blockedIn.includes(root)) throw blockedIdentity();
    const { actor } = current;
    await joinOrganization(tx, person, root, (before, after) => {
      const by = actor === undefined ? callAs(current, uid) : current;
      return auditRows(tx, by, identity, 'update', { before, after });
    });
    return identity.toJson(await tx.existing('Identity', uid));
  });
}

/** The operator confirms for anybody. */
async function isOf({ principal, actor }: Call, { issuer, subject }: Person): Promise<boolean> {
  if (actor === OPERATOR) return true;
  const issuers = await addressesOfIssuer(principal.issuer);
  return subject === principal.subject && issuers.includes(issuer);
}
