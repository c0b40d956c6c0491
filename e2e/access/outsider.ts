/** A person with an account and an identity but no role, as after a first sign-in. */
import type { Grove } from '../fixtures.ts';
import { insertPerson } from './person.ts';

/** @returns the person's e-mail address. */
export async function insertOutsider(grove: Grove): Promise<string> {
  const email = `eve-${crypto.randomUUID()}@acme.example`;
  await insertPerson(grove, grove.rootUid, email);
  return email;
}
