/**
 * A person who may read but not change anything, for actions that the console shows but disables.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, type Grove, OWNER_PASSWORD } from '../fixtures.ts';
import { whenReady } from '../support/ready-page.ts';
import type { Page } from '@playwright/test';

const OWN = { 'sec-fetch-site': 'same-origin' };

/** Inserts the person into a test's database, with the password of its first account. */
function insertPerson(dataDir: string, parent: string, issuer: string, email: string): string {
  const uid = `${parent}/${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex')}`;
  const database = new Database(join(dataDir, 'grove.db'), { timeout: 5_000 });
  const { passwordHash } = database.prepare('SELECT passwordHash FROM Account').get() as {
    passwordHash: string;
  };
  const row = { uid, parent, issuer, email, passwordHash, now: Date.now() };
  database
    .prepare(
      `INSERT INTO Identity (uid, parent, name, issuer, subject, claims, claimPatterns, email, emailUnverified, lastSeenTime, createTime, updateTime)
       VALUES (@uid, @parent, @email, @issuer, @uid, '{}', '{}', @email, 0, @now, @now, @now)`,
    )
    .run(row);
  database
    .prepare(
      `INSERT INTO Account (email, passwordHash, identityUid, createTime, updateTime)
       VALUES (@email, @passwordHash, @uid, @now, @now)`,
    )
    .run(row);
  database.close();
  return uid;
}

/** Creates a person and gives them a built-in role on a group. `page` has the owner's session. */
export async function makeViewer(
  page: Page,
  grove: Grove,
  group: string,
  role: 'viewer' | 'editor' = 'viewer',
): Promise<string> {
  const email = `${role}-${crypto.randomUUID()}@acme.example`;
  const identityUid = insertPerson(grove.dataDir, grove.rootUid, grove.url, email);
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
  await page.context().clearCookies();
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await whenReady(page);
}
