/** Whether an organization and the rights of its creator allow an invite. */
import { reachOf } from '#lib/access/reach.ts';
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { standingOfMaker } from '#lib/auth/matching/blocked.ts';
import { domainOfEmail } from '#lib/net/domain-names.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';

/** What decides whether an organization allows an invite. */
type Offer = Pick<RowOf<'GroupInvite'>, 'parent' | 'email'>;

const NAMED = 5;

/**
 * The domains that are allowed, if they do not allow the invite; otherwise null. An invite for nobody
 * in particular is not allowed: whoever has its link could choose any address for a new account.
 */
async function refusingDomains(
  reads: Reads,
  { parent, email }: Offer,
): Promise<readonly string[] | null> {
  const policy = await reads.first('Policy', is('uid', rootUid(parent)));
  const domains = policy?.inviteDomains ?? [];
  const domain = email === null ? null : domainOfEmail(email);
  const isAllowed = domains.length === 0 || (domain !== null && domains.includes(domain));
  return isAllowed ? null : domains;
}

/** @throws ApiError INVALID_ARGUMENT on `email` */
export async function requireInvitable(reads: Reads, offer: Offer): Promise<void> {
  const domains = await refusingDomains(reads, offer);
  if (domains === null) return;
  const named = domains.slice(0, NAMED).join(', ');
  const others = domains.length > NAMED ? ` and ${domains.length - NAMED} more` : '';
  throw invalidField(
    'email',
    `must be an address at a domain that the organization allows: ${named}${others}`,
  );
}

/**
 * The policy may be newer than the invite. The error does not name its domains, since anybody may
 * hold a code.
 *
 * @throws ApiError FAILED_PRECONDITION `INVITE_NOT_ALLOWED`
 */
export async function requireStillInvitable(reads: Reads, offer: Offer): Promise<void> {
  if ((await refusingDomains(reads, offer)) === null) return;
  throw refusal(
    'INVITE_NOT_ALLOWED',
    'the organization allows invites only for addresses at some domains now; ask for another one',
  );
}

/**
 * Rights that the creator of an invite has lost must not reach others.
 *
 * @throws ApiError FAILED_PRECONDITION `INVITE_WITHDRAWN` if its creator has lost a right that it needs.
 */
export async function requireMaker(
  { parent, makerIdentities, createTime }: RowOf<'GroupInvite'>,
  { capabilities }: RowOf<'Role'>,
): Promise<void> {
  if (makerIdentities === null) return;
  const maker = await standingOfMaker({ identities: makerIdentities, time: createTime });
  const reach = await reachOf(maker);
  const needed: Capability[] = ['group_invites.create', 'role_bindings.create', ...capabilities];
  if (reach.missing(needed, parent).length === 0) return;
  throw refusal(
    'INVITE_WITHDRAWN',
    'the creator of the invite may no longer create it; ask somebody else for one',
  );
}
