/** Roles created through the API with the page's session, and the paths of their console pages. */
import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl } from '../fixtures.ts';

const dotted = (uid: string) => uid.replaceAll('/', '.');

export async function makeRole(
  page: Page,
  grove: Grove,
  parent: string,
  name: string,
  capabilities: readonly string[],
) {
  const answer = await page.request.post(`/iam/v2beta1/roles/${parent}`, {
    data: { name, capabilities },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uid: string; name: string };
}

/** The console page of a role, as seen from a group. */
export const roleUrl = (group: string, uid: string, rest = '') =>
  groupUrl(group, `/roles/${dotted(uid)}${rest}`);

/** The console page of a role binding. */
export const bindingUrl = (uid: string, rest = '') =>
  groupUrl(uid.slice(0, uid.lastIndexOf('/')), `/access/${dotted(uid)}${rest}`);
