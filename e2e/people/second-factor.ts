/** Adds second factors through the API with the page's session. */
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib/functional';
import { expect, type Grove } from '../fixtures.ts';

/**
 * Adds a first authenticator app to the account that is signed in on the page.
 *
 * @returns the key of the app and the recovery codes.
 */
export async function addAppByApi(page: Page, grove: Grove, name: string) {
  const post = async (path: string, data: object) => {
    const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
    const answer = await page.request.post(`/auth/v1/${path}`, { data, headers });
    expect(answer.status()).toBe(200);
    return (await answer.json()) as Record<'uid' | 'secret' | 'batch', string> & {
      recoveryCodes: string[];
    };
  };
  const { uid, secret } = await post('authenticatorApps', { name });
  const code = generateSync({ secret });
  const { batch, recoveryCodes } = await post('authenticatorApps:verify', { uid, code });
  await post('recoveryCodes:confirm', { batch });
  return { secret, recoveryCodes };
}
