/** People who sign in through identity providers. */
import { rootUid } from '#lib/aip/uid.ts';
import { standingOf } from '#lib/auth/matching/blocked.ts';
import { all, is } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import type { Person } from '#lib/auth/sign-in/person.ts';
import { addBinding, addIdentity, updateEmail } from './new-people.ts';

/**
 * At the person's first sign-in, creates an identity in the provider's group and binds its default
 * role, if it has one. Later sign-ins only update the address, so that removed access stays
 * removed.
 *
 * @throws Error if the provider no longer exists.
 */
export async function admitPerson(providerUid: string, person: Person): Promise<void> {
  const { issuer, subject } = person;
  await transaction(async (tx) => {
    const provider = await tx.get('IdentityProvider', providerUid);
    if (provider?.issuer !== issuer) throw new Error('the identity provider was changed meanwhile');
    const { parent, defaultRole } = provider;
    const emailUnverified = !person.emailVerified;
    const known = await tx.first(
      'Identity',
      all(is('parent', parent), is('issuer', issuer), is('subject', subject)),
    );
    if (known !== null) {
      if (person.email !== null) await updateEmail(tx, known.uid, person.email, emailUnverified);
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
  });
}
