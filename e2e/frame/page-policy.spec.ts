import { expect, groupUrl, test } from '../fixtures.ts';

test('a form checks what is typed without breaking the policy of its page', async ({
  ownerPage: page,
  grove,
}) => {
  await page.addInitScript(() => {
    // Shown as an error of the page, which fails the test.
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      reportError(new Error(`${violatedDirective} broken by ${blockedURI}`));
    });
  });
  await page.goto(groupUrl(grove.rootUid, '/children/new'));
  const sheet = page.getByRole('dialog', { name: /^New group/ });
  await sheet.getByLabel('Name').fill('NOT A NAME');
  // Checked in the browser: nothing was sent yet.
  await expect(sheet.getByText('Use lowercase letters', { exact: false })).toBeVisible();
  await expect(sheet.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
});

test('pages take no bodies', { tag: '@long' }, async ({ ownerPage: page }) => {
  const posted = await page.request.post('/groups', { data: 'x' });
  expect([posted.status(), posted.headers()['allow']]).toEqual([405, 'GET, HEAD']);
});
