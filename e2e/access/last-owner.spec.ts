/** The console says what the server would refuse, before it is tried: an organization keeps an owner. */
import { expect, groupUrl, ORGANIZATION, OWNER_EMAIL, test } from '../fixtures.ts';

const NO_OWNER = /would have no owner/;

test('the binding of the last owner gets no end, and its editor says why', async ({
  ownerPage: page,
  grove,
}) => {
  await page.goto(groupUrl(grove.rootUid, '/access?scope=in'));
  await page.getByRole('button', { name: `Actions for ${OWNER_EMAIL} as owner` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const sheet = page.getByRole('dialog', { name: `Edit ${OWNER_EMAIL} as owner` });
  const ends = sheet.getByRole('combobox', { name: 'Ends' });
  await ends.selectOption('After 8 hours');
  await expect(sheet.getByText(NO_OWNER).first()).toBeVisible();
  await expect(sheet.getByText(/^Adds nothing/)).toBeHidden();
  await expect(sheet.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await ends.selectOption('Never');
  await expect(sheet.getByText(NO_OWNER)).toBeHidden();
});

test('the last owner is not removed, blocked or deleted among others, and does not leave', async ({
  ownerPage: page,
  grove,
}) => {
  await page.goto(groupUrl(grove.rootUid, '/access?scope=in'));
  await page.getByRole('checkbox', { name: `Select ${OWNER_EMAIL} as owner` }).check();
  const chosen = page.getByRole('group', { name: 'Selected rows' });
  const remove = chosen.getByRole('button', { name: 'Remove' });
  await expect(remove).toBeDisabled();
  await remove.hover();
  await expect(page.getByRole('tooltip')).toContainText(NO_OWNER);

  await page.goto(groupUrl(grove.rootUid, '/identities?scope=in'));
  await page.getByRole('checkbox', { name: `Select ${OWNER_EMAIL}` }).check();
  await expect(chosen.getByRole('button', { name: 'Delete' })).toBeDisabled();

  await page.goto('/settings/organizations');
  await page.getByRole('button', { name: `Leave… ${ORGANIZATION}` }).click();
  const question = page.getByRole('alertdialog', { name: `Leave ${ORGANIZATION}?` });
  await expect(question.getByText(NO_OWNER).first()).toBeVisible();
  await expect(question.getByRole('button', { name: /^Leave/ })).toBeDisabled();
});
