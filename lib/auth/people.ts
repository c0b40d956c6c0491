/** People who sign in through an identity provider. */
import { z } from 'zod';
import { transaction } from '#lib/store/database.ts';
import type { Claims } from './claim-match.ts';
import { addBinding, addIdentity, updateEmail } from './new-people.ts';

/** A person as an issuer vouches for them. */
export interface Person {
  issuer: string;
  subject: string;
  /** Lower case; null where the issuer tells none. */
  email: string | null;
  emailVerified: boolean;
  name: string;
}

const email = z.email().max(254).toLowerCase();
const text = z.string().trim().min(1);
/** A name has to fit into the session's cookie. */
const MAX_NAME_LENGTH = 128;

/** @param claims verified claims of an ID token or of the user info that belongs to it. */
export function personOf(claims: Claims): Person {
  const subject = String(claims['sub']);
  const address = email.safeParse(claims['email']).data ?? null;
  const name = text.safeParse(claims['name']).data ?? address ?? subject;
  return {
    issuer: String(claims['iss']),
    subject,
    email: address,
    // Some issuers write the boolean as text.
    emailVerified: [true, 'true'].includes(claims['email_verified'] as boolean | string),
    name: [...name].slice(0, MAX_NAME_LENGTH).join(''),
  };
}

/**
 * Makes the person an identity in the provider's group at their first sign-in,
 * bound to its default role if it has one. Later ones only bring the address up
 * to date, so that access which was taken away stays away.
 *
 * @throws Error where the provider is gone.
 */
export async function admitPerson(providerUid: string, person: Person): Promise<void> {
  const { issuer, subject } = person;
  await transaction(async (tx) => {
    const provider = await tx.identityProvider.findUnique({ where: { uid: providerUid } });
    if (provider?.issuer !== issuer) throw new Error('the identity provider was changed meanwhile');
    const { parent, defaultRole } = provider;
    const emailUnverified = !person.emailVerified;
    const known = await tx.identity.findFirst({
      where: { parent, issuer, subject },
      select: { uid: true },
    });
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
