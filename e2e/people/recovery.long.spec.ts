/** Administrators help somebody who cannot sign in. */
import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, OWNER_PASSWORD, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { bind, identityUrl } from './identities.ts';
import { addAppByApi } from './second-factor.ts';
import { signedIn } from './signed-in.ts';

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Password and second factors' });

test('second factors that are lost are removed', async ({ ownerPage: page, grove }) => {
  const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'of the lost phone');
  const person = await signedIn(page, grove, group);
  await addAppByApi(person.page, grove, 'phone of Ada');
  await page.goto(identityUrl(person.uid));
  const section = sectionOf(page);
  await expect(section.getByRole('listitem')).toContainText('phone of Ada');
  await expect(section).toContainText('10 recovery codes are left.');
  await section.getByRole('button', { name: 'Remove second factors…' }).click();
  const question = page.getByRole('alertdialog', { name: /^Remove the second factors of / });
  await question.getByRole('button', { name: 'Remove second factors' }).click();
  await expect(section).toContainText('The password alone signs them in');
  await expect(section.getByRole('button', { name: 'Remove second factors…' })).toHaveCount(0);
  await signInAs(person.page, person.email, groupUrl(group));
  await expect(person.page.getByRole('heading', { level: 1 })).toContainText('of the lost phone');
  await person.page.context().close();
});

test('a password is reset with a link that is shown once', async ({ ownerPage: page, grove }) => {
  const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'of the new password');
  const person = await signedIn(page, grove, group);
  await page.goto(identityUrl(person.uid));
  await sectionOf(page).getByRole('button', { name: 'Reset password…' }).click();
  const question = page.getByRole('alertdialog', { name: /^Reset the password of / });
  await question.getByRole('button', { name: 'Reset password' }).click();
  const shown = page.getByRole('dialog', { name: 'Password reset' });
  const link = await shown.getByRole('button', { name: /^Copy link/ }).innerText();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Not signed in through this organization')).toBeVisible();

  await person.page.reload();
  await expect(person.page).toHaveURL(/\/sign-in/);
  await person.page.getByLabel('E-mail').fill(person.email);
  await person.page.getByLabel('Password').fill(OWNER_PASSWORD);
  await person.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(person.page.getByRole('main').getByRole('alert')).toBeVisible();
  await person.page.goto(link);
  await person.page.getByLabel('New password').fill('a sentence of nine words');
  await person.page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(person.page.getByRole('heading', { level: 1 })).toContainText('of the new password');
  await person.page.context().close();
});

test('nobody can help themselves, or a person with more access', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'of those above');
  const above = await signedIn(page, grove, group);
  const me = await page.request.get('/auth/v1/me');
  const { identities } = (await me.json()) as { identities: { uid: string }[] };
  await page.goto(identityUrl(identities[0]?.uid ?? ''));
  const reset = page.getByRole('button', { name: 'Reset password…' });
  await expect(reset).toHaveAttribute('aria-disabled', 'true');
  const editor = await makeViewer(page, grove, grove.rootUid, 'editor');
  await bind(page, grove, group, above.uid, 'owner');
  await signInAs(page, editor, identityUrl(above.uid));
  await expect(sectionOf(page)).toContainText('you need the capability role_bindings.delete');
  await expect(reset).toHaveCount(0);
  await above.page.context().close();
});
