/** Changes that need a recent sign-in ask for it in place, and resume afterwards. */
import type { Page } from '@playwright/test';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import {
  confirmSessions,
  expect,
  type Grove,
  groupUrl,
  makeGroup,
  OWNER_PASSWORD,
  test,
} from '../fixtures.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../support/oidc-issuer.ts';
import { forgetSession, whenReady } from '../support/ready-page.ts';
import { makeIdentity } from './identities.ts';

/** Sets all sign-ins to a quarter of an hour ago. */
const age = (grove: Grove) => confirmSessions(grove, new Date(Date.now() - 15 * 60_000));

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const password = (page: Page) => question(page).getByLabel('Current password');

async function post(page: Page, grove: Grove, path: string, data: object) {
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(`/iam/v2beta1/${path}`, { data, headers });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as { uid: string };
}

async function confirm(page: Page) {
  await expect(password(page)).toBeFocused();
  await password(page).fill(OWNER_PASSWORD);
  await password(page).press('Enter');
}

test('a form keeps its input while the person confirms the sign-in, or declines', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/providers'));
  await page.getByRole('link', { name: 'New provider' }).first().click();
  const form = page.getByRole('dialog', { name: `New identity provider in ${group.name}` });
  const name = `Guarded ${group.name}`;
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Issuer').fill('https://login.example.com');
  await form.getByLabel('Client id').fill('grove');
  const create = form.getByRole('button', { name: 'Create provider' });
  // The form warns first, because the issuer does not answer.
  await create.click();
  await form.getByRole('checkbox', { name: /^Save anyway/ }).click();
  await age(grove);
  await create.click();
  await expect(password(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(form.getByText('You did not confirm that it is you')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await expect(create).toBeFocused();

  await create.press('Enter');
  await password(page).fill('not the password');
  await password(page).press('Enter');
  await expect(password(page)).toHaveAccessibleDescription(/^Wrong password/);
  await confirm(page);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(question(page)).toBeHidden();
});

test(
  'a key is deleted after it, and the next one without',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid: group } = await makeGroup(page, grove, grove.rootUid);
    const { uid: identityUid } = await makeIdentity(page, grove, group, { name: 'robot' });
    for (const name of ['first', 'second']) {
      await post(page, grove, `identityKeys/${group}`, { name, identityUid, ttl: '3600s' });
    }
    await page.goto(groupUrl(group, '/keys'));
    await whenReady(page);
    await age(grove);
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete key' }).click();
    };
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await remove('first');
    await confirm(page);
    await expect(row('first')).toHaveCount(0);
    await remove('second');
    await expect(row('second')).toHaveCount(0);
    await expect(question(page)).toBeHidden();
  },
);

test(
  'a subtree asks once, before anything is deleted',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeGroup(page, grove, grove.rootUid);
    const doomed = await makeGroup(page, grove, parent.uid, 'doomed');
    const inside = await makeGroup(page, grove, doomed.uid);
    await makeIdentity(page, grove, inside.uid, { name: 'robot' });
    await page.goto(groupUrl(doomed.uid, '/delete'));
    await page.getByRole('textbox', { name: 'Type doomed to confirm' }).fill('doomed');
    await age(grove);
    const start = page.getByRole('button', { name: 'Delete everything' });
    await start.click();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toBeHidden();
    await expect(start).toBeEnabled();
    const { database } = grove;
    expect(await database.rowsIn('Identity').count({ where: { parent: inside.uid } })).toBe(1);
    await start.click();
    await confirm(page);
    const left = () => database.rowsIn('Group').count({ where: { uid: doomed.uid } });
    await expect.poll(left).toBe(0);
  },
);

test(
  'people of a provider sign in there again, and only as themselves',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const redirectUris: string[] = [];
    const corp = await startOidcIssuer({ redirectUris });
    const group = await makeGroup(page, grove, grove.rootUid);
    const name = `Corp ${group.name}`;
    const provider = await post(page, grove, `identityProviders/${group.uid}`, {
      name,
      defaultRole: builtInRole('owner').uid,
      oidc: { issuer: corp.issuer, clientId: 'grove', clientSecret: CLIENT_SECRET },
    });
    redirectUris.push(`${grove.url}/api/auth/callback/${provider.uid.replaceAll('/', '.')}`);
    // The provider reads its clients when it starts.
    await corp.rotate();
    const child = await makeGroup(page, grove, group.uid, 'to delete');
    await forgetSession(page);
    await page.goto(
      `/sign-in?organization=${grove.rootUid}&callbackUrl=${encodeURIComponent(groupUrl(child.uid))}`,
    );
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await page.getByLabel('Login').fill('nina');
    await page.getByRole('button', { name: 'Continue' }).click();
    await whenReady(page);
    await age(grove);

    await page.getByRole('button', { name: 'Actions for this group' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete group' }).click();
    await expect(question(page)).toBeVisible();
    const signInAgain = async (login: string) => {
      const opening = page.waitForEvent('popup');
      await question(page)
        .getByRole('button', { name: `Sign in again with ${name}` })
        .click();
      const other = await opening;
      await other.getByLabel('Login').fill(login);
      await other.getByRole('button', { name: 'Continue' }).click();
      await expect.poll(() => other.isClosed()).toBe(true);
    };
    await signInAgain('otto');
    await expect(question(page)).toContainText('Sign in as the same person');
    const left = () => grove.database.rowsIn('Group').count({ where: { uid: child.uid } });
    expect(await left()).toBe(1);
    await signInAgain('nina');
    await expect(question(page)).toBeHidden();
    await expect.poll(left).toBe(0);
    await corp.stop();
  },
);
