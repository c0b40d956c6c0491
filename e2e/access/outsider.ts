/** A person with an account and an identity but no role, as after a first sign-in. */
import type { Grove } from '../fixtures.ts';
import { insertPerson } from './person.ts';

export const OUTSIDER_EMAIL = 'eve@acme.example';

export async function insertOutsider(grove: Grove): Promise<void> {
  await insertPerson(grove, grove.rootUid, OUTSIDER_EMAIL);
}
