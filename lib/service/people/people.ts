/** People who sign in through identity providers. */
import { isSameOrBelow, rootUid } from '#lib/aip/uid.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { standingOf } from '#lib/auth/matching/blocked.ts';
import { claimsElsewhere, claimTexts, type Claims } from '#lib/auth/matching/claim-checks.ts';
import { matchingRules } from '#lib/auth/matching/role-rules.ts';
import { withholdersOf } from '#lib/auth/matching/vouching.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';
import type { VouchedPerson } from '#lib/auth/providers/person.ts';
import type { RoleRule, RowOf } from '#lib/resources/rows.ts';
import { rootsWithoutOwner } from '#lib/service/rules/last-owner.ts';
import { isOfRule } from '#lib/service/rules/rule-bindings.ts';
import { addBinding, addIdentity, removeBinding, updateEmail } from './new-people.ts';

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
  const withholders = await withholdersOf(committed, issuer, claimTexts(claims, 'email'));
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
    const isTheirs = all(is('parent', parent), is('issuer', issuer), is('subject', subject));
    const known = await tx.first('Identity', isTheirs);
    if (known !== null) {
      if (person.email !== null) await updateEmail(tx, known.uid, person.email, emailUnverified);
      await recordWithheld(tx, known.uid, person);
      await applyRoleRules(tx, provider, known.uid, ruled);
      await recordUndecided(tx, known.uid, ruled);
      return;
    }
    // A block of another identity of the person in the organization stops new ones as well.
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
  const facts = {
    claims: [...new Set(undecided.map(({ claim }) => claim))],
    reason: 'the provider has these claims elsewhere, so that its role rules changed nothing',
  };
  const event = 'claims.elsewhere';
  await recordAboutIdentity(tx, identityUid, { event, operation: 'update', facts });
}

/** Records that somebody has signed in without the address that their issuer has for them. */
async function recordWithheld(
  tx: Transaction,
  identityUid: string,
  { withheldEmail }: VouchedPerson,
): Promise<void> {
  if (withheldEmail === null) return;
  const reason = 'another organization has verified the domain of the address';
  const facts = { email: withheldEmail, reason };
  const event = 'address.withheld';
  await recordAboutIdentity(tx, identityUid, { event, operation: 'update', facts });
}

interface ComparedRules {
  matching: readonly RoleRule[];
  /**
   * Rules whose claim the provider keeps elsewhere: their bindings stay, and they make no new ones.
   */
  undecided: readonly RoleRule[];
}

/**
 * Makes the bindings of the rules that match, and removes those that the provider made before and no
 * rule makes now. A role that somebody else bound at the same group stays as it is. The last owner of
 * an organization stays, until a later sign-in finds another one.
 */
async function applyRoleRules(
  tx: Transaction,
  provider: RowOf<'IdentityProvider'>,
  identityUid: string,
  { matching, undecided }: ComparedRules,
): Promise<void> {
  for (const rule of matching) {
    const { groupUid: parent, roleUid } = rule;
    if (!isSameOrBelow(parent, provider.parent)) continue;
    await addBinding(tx, { parent, identityUid, roleUid, madeBy: { provider, rule } });
  }
  const isOwned = all(is('identityUid', identityUid), is('providerUid', provider.uid));
  for (const binding of await tx.rows('RoleBinding', isOwned)) {
    if ([...matching, ...undecided].some((rule) => isOfRule(binding, rule))) continue;
    if ((await rootsWithoutOwner(tx, [binding])).length > 0) continue;
    await removeBinding(tx, binding, provider);
  }
}
