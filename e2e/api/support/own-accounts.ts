/** People with an account of the installation, each in a browser of their own. */
import { expect } from 'vitest';
import { mailSent } from '#lib/mail/outbox.ts';
import type { MailServer } from '../../support/mail-server.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import type { TestGrove } from '../harness.ts';
import { join } from './people.ts';

export const PASSWORD = 'correct horse battery staple';
const LONG_MS = 50_000;

export interface Someone {
  uid: string;
  email: string;
  browser: TestBrowser;
}

let count = 0;

/** Signs somebody in, from a network of their own. */
export async function signIn(grove: TestGrove, email: string): Promise<TestBrowser> {
  const browser = new TestBrowser(grove.url, `198.51.100.${(count += 1) % 250}`);
  expect(await browser.signIn(email, PASSWORD)).toBeNull();
  return browser;
}

/** Somebody with a new account, signed in. */
export async function someone(grove: TestGrove): Promise<Someone> {
  const email = `person-${(count += 1)}@example.com`;
  const uid = await join(grove, 'viewer', grove.rootUid, { email, password: PASSWORD });
  return { uid, email, browser: await signIn(grove, email) };
}

/** The options of a request from the browser. */
export const as = ({ cookie }: TestBrowser) => ({
  token: null,
  headers: { cookie, 'sec-fetch-site': 'same-origin' },
});

/** The links in the messages to an address, the oldest first. Skips notices. */
export async function linksTo(server: MailServer, email: string): Promise<string[]> {
  await mailSent(LONG_MS);
  return server.received
    .filter(({ to }) => to[0] === email)
    .flatMap(({ mail }) => mail.text?.match(/^\S+#\S+$/gm) ?? []);
}
