/** People who sign in through identity providers. */
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
