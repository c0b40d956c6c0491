/**
 * A person who may read everything and change nothing, to test disabled actions.
 */
import { expect, type Grove, signIn } from '../fixtures.ts';
import { insertPerson } from './person.ts';
import { forgetSession } from '../support/ready-page.ts';
import type { Page } from '@playwright/test';

const OWN = { 'sec-fetch-site': 'same-origin' };

/** Creates a person and gives them a built-in role on a group. `page` has the owner's session. */
export async function makeViewer(
  page: Page,
  grove: Grove,
  group: string,
  role: 'viewer' | 'editor' = 'viewer',
): Promise<string> {
  const email = `${role}-${crypto.randomUUID()}@acme.example`;
  const identityUid = await insertPerson(grove, grove.rootUid, email);
  const found = await page.request.get(`/iam/v2beta1/roles?name=${role}`);
  const { roles } = (await found.json()) as { roles: { uid: string }[] };
  const bound = await page.request.post(`/iam/v2beta1/roleBindings/${group}`, {
    data: { identityUid, roleUid: roles[0]?.uid },
    headers: { origin: grove.url, ...OWN },
  });
  expect(bound.status()).toBe(200);
  return email;
}

/** Ends the page's session and signs this person in, at a path. */
export async function signInAs(page: Page, email: string, path: string): Promise<void> {
  await forgetSession(page);
  await signIn(page.request, { email });
  await page.goto(path);
}
