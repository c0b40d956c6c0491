import type { Page } from '@playwright/test';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { expect, type Grove, OWNER_EMAIL, OWNER_PASSWORD, test } from '../fixtures.ts';
import { forgetSession } from '../support/ready-page.ts';

const VIEWER = builtInRole('viewer').uid;

/** Calls the API as the owner, whose session the page's request context has. */
async function asOwner(page: Page, grove: Grove, path: string, data: object) {
  const answer = await page.request.post(path, {
    data,
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Record<string, string>;
}

async function invite(page: Page, grove: Grove, more: object = {}) {
  const body = { roleUid: VIEWER, ttl: '3600s', singleUse: true, ...more };
  const path = `/iam/v2beta1/groupInvites/${grove.rootUid}`;
  return (await asOwner(page, grove, path, body))['code'] ?? '';
}

test('a new person accepts an invite and lands on the group', async ({ ownerPage: page, grove }, {
  project,
}) => {
  const email = `grace-${project.name}@acme.example`;
  const code = await invite(page, grove, { email });
  await forgetSession(page);

  await page.goto('/join');
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Join acme' })).toBeVisible();
  await expect(page.getByText('You are invited as viewer.')).toBeVisible();

  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(
    /The link of your invite lets you join/,
  );
  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace');
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Password' }).fill('a password of some length');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'acme', exact: true })).toBeVisible();

  await forgetSession(page);
  await page.goto(`/join#${code}`);
  await expect(page.getByRole('heading', { name: 'This invite cannot be used' })).toBeVisible();
  await expect(page.getByText('has been used already')).toBeVisible();
});

test(
  'somebody signed in joins with one click',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const code = await invite(page, grove);
    await page.goto(`/join#${code}`);
    await page.getByRole('button', { name: 'Join as ada@acme.example' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'acme', exact: true })).toBeVisible();
  },
);

test('no server sees the code of an invite, even if the person signs in first', async ({
  ownerPage: page,
  grove,
}) => {
  const code = await invite(page, grove);
  await forgetSession(page);
  const seen: string[] = [];
  page.on('request', (request) => {
    const isApi = request.url().includes('/auth/v1/invites:');
    const { cookie = '', referer = '' } = request.headers();
    seen.push(request.url(), cookie, referer, isApi ? '' : (request.postData() ?? ''));
  });
  await page.goto(`/join#${code}`);
  await page.getByRole('link', { name: 'Sign in first' }).click();
  // The previous form has fields of the same names.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER_EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: `Join as ${OWNER_EMAIL}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'acme', exact: true })).toBeVisible();
  expect(seen.filter((text) => text.includes(code.slice(-20)))).toEqual([]);
  await page.goto('/join');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
});

test(
  'a link of an earlier version still leads to its invite',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const code = await invite(page, grove);
    await page.goto(`/join?code=${code}`);
    await expect(page.getByRole('heading', { name: 'Join acme' })).toBeVisible();
    await expect(page).toHaveURL(`${grove.url}/join#${code}`);
  },
);

test('a wrong code is refused', { tag: '@long' }, async ({ page }) => {
  await page.goto('/join#grove-inv-0000000000000000.guessed');
  await expect(page.getByRole('heading', { name: 'This invite cannot be used' })).toBeVisible();
});
