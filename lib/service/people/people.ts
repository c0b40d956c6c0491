/** People who sign in through identity providers. */
import type { JsonObject } from '#lib/aip/json.ts';
import { parentUid, rootUid } from '#lib/aip/uid.ts';
import { personActor, recordAudit } from '#lib/audit/record.ts';
import { standingOf } from '#lib/auth/matching/blocked.ts';
import { claimsElsewhere, type Claims } from '#lib/auth/matching/claim-checks.ts';
import { matchingRules } from '#lib/auth/matching/role-rules.ts';
import { withholdersOf } from '#lib/auth/matching/vouching.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';
import type { VouchedPerson } from '#lib/auth/providers/person.ts';
import { addBinding, addIdentity, updateEmail } from './new-people.ts';
import { applyRoleRules, type ComparedRules } from './rule-bindings.ts';

/**
 * At the person's first sign-in, creates an identity in the provider's group and binds its default
 * role, if it has one. Later sign-ins only update the address, so that removed access stays
 * removed. The provider's role rules are applied at each sign-in.
 *
 * @param claims all that the provider asserted, which the rules are compared with.
 * @throws Error if the provider no longer exists, or was changed in the meantime.
 */
export async function admitPerson(
  providerUid: string,
  person: VouchedPerson,
  claims: Claims,
): Promise<void> {
  const { issuer, subject } = person;
  // Compared before the transaction, in which everybody else would wait for it.
  const compared = await committed.get('IdentityProvider', providerUid);
  const { email: _, ...others } = claims;
  const withholders = await withholdersOf(committed, issuer, claims);
  const vouched = withholders.length === 0 ? claims : others;
  const rules = compared?.roleRules ?? [];
  const elsewhere = claimsElsewhere(claims);
  const ruled = {
    matching: await matchingRules(rules, vouched),
    undecided: rules.filter(({ claim }) => elsewhere.includes(claim)),
  };
  await transaction(async (tx) => {
    const provider = await tx.get('IdentityProvider', providerUid);
    if (provider?.issuer !== issuer || provider.revision !== compared?.revision) {
      throw new Error('the identity provider was changed meanwhile');
    }
    const { parent, defaultRole } = provider;
    const emailUnverified = !person.emailVerified;
    const known = await tx.first(
      'Identity',
      all(is('parent', parent), is('issuer', issuer), is('subject', subject)),
    );
    if (known !== null) {
      if (person.email !== null) await updateEmail(tx, known.uid, person.email, emailUnverified);
      await recordWithheld(tx, known.uid, person);
      await applyRoleRules(tx, provider, known.uid, ruled);
      await recordUndecided(tx, known.uid, ruled);
      return;
    }
    // The block of another of their identities in the organization would stop this one as well.
    const { blockedIn } = await standingOf([], person, tx);
    if (blockedIn.includes(rootUid(parent))) return;
    const { uid: identityUid } = await addIdentity(tx, {
      parent,
      name: person.email ?? subject,
      issuer,
      subject,
      email: person.email,
      emailUnverified,
    });
    if (defaultRole !== null) await addBinding(tx, { parent, identityUid, roleUid: defaultRole });
    await applyRoleRules(tx, provider, identityUid, ruled);
    await recordUndecided(tx, identityUid, ruled);
    await recordWithheld(tx, identityUid, person);
  });
}

/** Records that the provider did not send claims of its rules, whose roles stay as they were. */
async function recordUndecided(
  tx: Transaction,
  identityUid: string,
  { undecided }: ComparedRules,
): Promise<void> {
  if (undecided.length === 0) return;
  await recordSignIn(tx, identityUid, 'grove.iam.claims.elsewhere.v1', {
    claims: [...new Set(undecided.map(({ claim }) => claim))],
    reason: 'the provider has these claims elsewhere, so that its role rules changed nothing',
  });
}

/** Records that somebody has signed in without the address that their issuer has for them. */
async function recordWithheld(
  tx: Transaction,
  identityUid: string,
  { withheldEmail }: VouchedPerson,
): Promise<void> {
  if (withheldEmail === null) return;
  await recordSignIn(tx, identityUid, 'grove.iam.address.withheld.v1', {
    email: withheldEmail,
    reason: 'another organization has verified the domain of the address',
  });
}

async function recordSignIn(
  tx: Transaction,
  identityUid: string,
  type: string,
  facts: JsonObject,
): Promise<void> {
  const identity = await tx.get('Identity', identityUid);
  await recordAudit(tx, {
    ...(await personActor(tx, identityUid)),
    type,
    operation: 'update',
    resource: identityUid,
    group: parentUid(identityUid),
    result: 'OK',
    after: { name: identity?.name ?? '', ...facts },
  });
}
