import type { CDPSession, Page, Request } from '@playwright/test';
import { expect, type Grove, OWNER_PASSWORD, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { forgetSession, whenReady } from '../support/ready-page.ts';

const SECURITY = '/settings/security';

interface Device {
  cdp: CDPSession;
  authenticatorId: string;
}

/** Adds a virtual device that answers as if its owner touched it at once. */
async function newDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Sets whether the owner touches the device when it asks. */
const setPresent = ({ cdp, authenticatorId }: Device, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

/** A new person with a first passkey, signed in on the page. */
async function withPasskey(page: Page, grove: Grove): Promise<{ email: string; code: string }> {
  const email = await makeViewer(page, grove, grove.rootUid);
  await signInAs(page, email, SECURITY);
  return { email, code: await addFirst(page) };
}

/** @returns a recovery code. */
async function addFirst(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('laptop of Ada');
  await page.getByRole('button', { name: 'Continue' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const [code = ''] = await list.allInnerTexts();
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(passkeys(page)).toContainText('laptop of Ada');
  return code;
}

async function toSignIn(page: Page): Promise<void> {
  await forgetSession(page);
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(SECURITY)}`);
}

/**
 * Opens the sign-in page and holds back the passkey that the browser suggests in the field, because the
 * device would answer the suggestion before the button.
 *
 * @returns the held request of the suggestion.
 */
async function toSignInByButton(page: Page): Promise<Request> {
  const suggestion = '**/auth/v1/passkeys:signIn';
  await page.route(suggestion, () => undefined, { times: 1 });
  const asked = page.waitForRequest(suggestion);
  await toSignIn(page);
  return asked;
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a passkey is added, signs in alone and after the password, and is removed', async ({
  ownerPage: page,
  grove,
}) => {
  const device = await newDevice(page);
  const { email, code } = await withPasskey(page, grove);
  await expect(passkeys(page)).toContainText('Not used yet');

  // The device waits, as if its owner had not accepted the browser's suggestion.
  await setPresent(device, false);
  await toSignIn(page);
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username webauthn');
  await givePassword(page, email);
  await expect(page.getByText('Now use your passkey.')).toBeVisible();
  await setPresent(device, true);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL(SECURITY);
  await whenReady(page);
  await expect(passkeys(page)).toContainText('Last used');

  await toSignInByButton(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page).toHaveURL(SECURITY);
  await page.goto('/settings/sessions');
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('with a passkey');

  // The owner accepts the browser's suggestion.
  await toSignIn(page);
  await expect(page).toHaveURL(SECURITY);

  const { cdp, authenticatorId } = device;
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await toSignIn(page);
  await givePassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByLabel('Recovery code').press('Enter');
  await expect(page).toHaveURL(SECURITY);
  await whenReady(page);
  await page.getByRole('button', { name: 'Rename laptop of Ada' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('old laptop');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('button', { name: 'Remove old laptop' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove old laptop?' });
  await expect(question).toContainText('your recovery codes no longer work');
  await question.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Your password alone signs you in')).toBeVisible();
});

test(
  'says that a passkey is not known, or that none was used',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const device = await newDevice(page);
    await withPasskey(page, grove);
    await page.getByRole('button', { name: 'Remove laptop of Ada' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(page.getByText('Your password alone signs you in')).toBeVisible();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/passkeys:signIn')) asked += 1;
    });
    const suggestion = await toSignInByButton(page);
    const alone = page.getByRole('button', { name: 'Continue with a passkey' });
    await alone.click();
    await expect(page.getByText('This passkey is not known here')).toBeVisible();
    // A late suggestion would have ended the request of the button.
    expect(suggestion.failure()?.errorText).toBe('net::ERR_ABORTED');
    // The device also answers the suggestion that follows, once.
    await expect.poll(() => asked).toBe(3);
    expect(asked).toBe(3);
    await setPresent(device, false);
    const { cdp, authenticatorId } = device;
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await setPresent(device, true);
    await alone.click();
    await expect(page.getByText('No passkey was used')).toBeVisible();
  },
);

test(
  'a session from before the first passkey shows it before it adds another factor',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const device = await newDevice(page);
    const email = await makeViewer(page, grove, grove.rootUid);
    await signInAs(page, email, SECURITY);
    const older = await page.context().cookies();
    await signInAs(page, email, SECURITY);
    await addFirst(page);
    await forgetSession(page);
    await page.context().addCookies(older);

    await page.goto(SECURITY);
    await setPresent(device, false);
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByLabel('Name').fill('phone');
    await page.getByRole('button', { name: 'Continue' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(question).toContainText('before your account had a second factor');
    await setPresent(device, true);
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(
      page.getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
  },
);
