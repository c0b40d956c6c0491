/** CORS: only the pages of a configured origin may call the API, and only with a token. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, setUp, signIn, startGrove, test } from '../fixtures.ts';

/** Starts a site of one empty page. */
async function startSite() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Portal</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** The status and the ETag of an answer, as the page's own script reads them. */
const read = (page: Page, url: string, token: string) =>
  page.evaluate(
    async ([address, key]) => {
      try {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const answer = await fetch(address, { headers });
        return [answer.status, answer.headers.get('etag')];
      } catch {
        return 'refused by the browser';
      }
    },
    [url, token] as const,
  );

test(
  'a page of another origin reads what its token may, if the settings name it',
  { tag: '@long' },
  async ({ browser, playwright }) => {
    // The browser logs a refusal as an error, which would fail the page of the fixtures.
    const page = await browser.newPage();
    const [portal, stranger] = [await startSite(), await startSite()];
    const grove = await startGrove({ GROVE_CORS_ORIGINS: portal.origin });
    const api = await playwright.request.newContext({ baseURL: grove.url });
    const root = await setUp(grove, api);
    await signIn(api);
    const me = (await (await api.get('/auth/v1/me')).json()) as { identities: { uid: string }[] };
    const made = await api.post(`/iam/v2beta1/identityKeys/${root}`, {
      data: { name: 'portal', identityUid: me.identities[0]?.uid, ttl: '3600s' },
      headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
    });
    const { key } = (await made.json()) as { key: string };
    const group = `${grove.url}/iam/v2beta1/groups/${root}`;
    await page.goto(portal.origin);
    expect(await read(page, group, key)).toEqual([200, expect.stringMatching(/^(?:W\/)?"\d+"$/)]);
    await page.goto(stranger.origin);
    expect(await read(page, group, key)).toBe('refused by the browser');
    await page.close();
    await api.dispose();
    await grove.stop();
    portal.stop();
    stranger.stop();
  },
);
