/** Creates identities and their bindings through the API with the page's session. */
import type { Locator, Page } from '@playwright/test';
import { expect, type Grove, groupUrl } from '../fixtures.ts';

export const ISSUER = 'https://ci.example.com';
export const SUBJECT = 'repo:acme/app:ref:refs/heads/main';

/** The width in px below which a page folds its actions into a menu. */
const PHONE_BELOW = 640;

export async function makeIdentity(page: Page, grove: Grove, parent: string, body: object = {}) {
  const answer = await page.request.post(`/iam/v2beta1/identities/${parent}`, {
    data: { name: 'pipeline', claimMatch: { issuer: ISSUER, subject: SUBJECT }, ...body },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uid: string; name: string };
}

export async function bind(
  page: Page,
  grove: Grove,
  group: string,
  identityUid: string,
  role: string,
) {
  const found = await page.request.get(`/iam/v2beta1/roles?name=${role}`);
  const { roles } = (await found.json()) as { roles: { uid: string }[] };
  const answer = await page.request.post(`/iam/v2beta1/roleBindings/${group}`, {
    data: { identityUid, roleUid: roles[0]?.uid },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
}

/** The console page of an identity. */
export const identityUrl = (uid: string, rest = '') =>
  groupUrl(uid.slice(0, uid.lastIndexOf('/')), `/identities/${uid.replaceAll('/', '.')}${rest}`);

/** An action on the page of an identity; on a phone, in the menu, which it opens. */
export async function actionOf(page: Page, name: string): Promise<Locator> {
  const main = page.getByRole('main');
  if ((page.viewportSize()?.width ?? 0) >= PHONE_BELOW) {
    const button = main.getByRole('button', { name, exact: true });
    return button.or(main.getByRole('link', { name, exact: true }));
  }
  await main.getByRole('button', { name: 'More actions' }).click();
  return page.getByRole('menuitem', { name });
}
