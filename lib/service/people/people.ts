/** People who sign in through identity providers. */
import { isSameOrBelow } from '#lib/aip/uid.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { isBlockedAt, standingOf } from '#lib/auth/matching/blocked.ts';
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
  // The rules are compared before the transaction, because every other write waits for a transaction.
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
    const whereTheirs = all(is('parent', parent), is('issuer', issuer), is('subject', subject));
    let uid = (await tx.first('Identity', whereTheirs))?.uid;
    if (uid !== undefined) {
      if (person.email !== null) await updateEmail(tx, uid, person.email, emailUnverified);
    } else {
      // A block of another identity of the person stops new ones as well.
      const { blockedIn } = await standingOf([], person, tx);
      if (isBlockedAt(blockedIn, parent)) return;
      const { email } = person;
      const name = email ?? subject;
      ({ uid } = await addIdentity(tx, { parent, name, issuer, subject, email, emailUnverified }));
      if (defaultRole !== null) {
        await addBinding(tx, { parent, identityUid: uid, roleUid: defaultRole });
      }
    }
    await applyRoleRules(tx, provider, uid, ruled);
    await recordLeftOut(tx, uid, ruled, person);
  });
}

/** Records what a sign-in did not take from the provider: an address, or the claims of rules. */
async function recordLeftOut(
  tx: Transaction,
  identityUid: string,
  { undecided }: ComparedRules,
  { withheldEmail }: VouchedPerson,
): Promise<void> {
  const operation = 'update';
  if (undecided.length > 0) {
    const claims = [...new Set(undecided.map(({ claim }) => claim))];
    const reason =
      'the provider has these claims elsewhere, so that its role rules changed nothing';
    const facts = { claims, reason };
    await recordAboutIdentity(tx, identityUid, { event: 'claims.elsewhere', operation, facts });
  }
  if (withheldEmail !== null) {
    const reason = 'another organization has verified the domain of the address';
    const facts = { email: withheldEmail, reason };
    await recordAboutIdentity(tx, identityUid, { event: 'address.withheld', operation, facts });
  }
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
  const whereOwned = all(is('identityUid', identityUid), is('providerUid', provider.uid));
  for (const binding of await tx.rows('RoleBinding', whereOwned)) {
    if ([...matching, ...undecided].some((rule) => isOfRule(binding, rule))) continue;
    if ((await rootsWithoutOwner(tx, [binding])).length > 0) continue;
    await removeBinding(tx, binding, provider);
  }
}
