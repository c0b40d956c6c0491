/**
 * What the tests of a file share: a Grove, and other servers beside it. Vitest starts each once for a file, before
 * the first test or hook that takes it, and stops it after the last. Tests and hooks take them as arguments. Functions
 * beside the tests import them: a worker runs one file at a time. A file takes one `it`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import type { DnsServer } from '../support/dns-server.ts';
import type { MailServer } from '../support/mail-server.ts';
import type { OidcIssuer, OidcOptions } from '../support/oidc-issuer.ts';
import type { TestRegistry } from '../support/registry.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { startGrove } from './harness.ts';
import type { TestGrove } from './harness.ts';
import { newName } from './support/names.ts';
import { personWith } from './support/people.ts';
import type { Person } from './support/people.ts';
import { overEach } from './support/transports.ts';
import type { Transports } from './support/transports.ts';

export { newName };

export let grove: TestGrove;
export let issuer: OidcIssuer;
export let registry: TestRegistry;
export let mail: MailServer;
export let dns: DnsServer;
export let receiver: WebhookReceiver;
export let folder: string;
export let over: Transports;

type Settings = Record<string, string>;

interface Fixtures {
  /** Variables of the environment, set before any module of Grove is loaded. */
  settings: Settings;
  grove: TestGrove;
  ofIssuer: OidcOptions;
  issuer: OidcIssuer;
  registry: TestRegistry;
  mail: MailServer;
  dns: DnsServer;
  receiver: WebhookReceiver;
  /** A folder, deleted after the file. */
  folder: string;
  /** The calls of the Grove over each transport. */
  over: Transports;
  /** Makes a name that no other thing has. `name` itself is a member of the function that carries fixtures. */
  newName: typeof newName;
  /** Makes somebody with the role at the root, or at a group. */
  as: (role: string, group?: string) => Promise<Person>;
  /** What functions of the file need besides the Grove. */
  needed: unknown;
}

export const it = test.extend<{ $file: Fixtures }>({
  settings: [async ({}, use) => use({}), { scope: 'file' }],
  grove: [
    async ({ settings }, use) => {
      grove = await startGrove(settings);
      await use(grove);
      await grove.stop();
    },
    { scope: 'file', auto: true },
  ],
  ofIssuer: [async ({}, use) => use({}), { scope: 'file' }],
  issuer: [
    async ({ ofIssuer }, use) => {
      const { startOidcIssuer } = await import('../support/oidc-issuer.ts');
      issuer = await startOidcIssuer(ofIssuer);
      await use(issuer);
      await issuer.stop();
    },
    { scope: 'file' },
  ],
  registry: [
    async ({}, use) => {
      const { startRegistry } = await import('../support/registry.ts');
      registry = await startRegistry();
      await use(registry);
      await registry.remove();
    },
    { scope: 'file' },
  ],
  mail: [
    async ({}, use) => {
      const { startMailServer } = await import('../support/mail-server.ts');
      mail = await startMailServer();
      await use(mail);
      await mail.stop();
    },
    { scope: 'file' },
  ],
  dns: [
    async ({}, use) => {
      const { startDnsServer } = await import('../support/dns-server.ts');
      dns = await startDnsServer();
      await use(dns);
      await dns.stop();
    },
    { scope: 'file' },
  ],
  receiver: [
    async ({}, use) => {
      const { startWebhookReceiver } = await import('../support/webhook-receiver.ts');
      receiver = await startWebhookReceiver();
      await use(receiver);
      await receiver.stop();
    },
    { scope: 'file' },
  ],
  folder: [
    async ({}, use) => {
      folder = mkdtempSync(join(tmpdir(), 'grove-test-'));
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'file' },
  ],
  over: [
    ({ grove }, use) =>
      overEach(grove, (transports) => {
        over = transports;
        return use(over);
      }),
    { scope: 'file' },
  ],
  newName: [async ({}, use) => use(newName), { scope: 'file' }],
  as: [
    async ({ grove }, use) => use((role, group = grove.rootUid) => personWith(grove, role, group)),
    { scope: 'file' },
  ],
  needed: [async ({}, use) => use(undefined), { scope: 'file', auto: true }],
});

/** @param settings variables of the environment; a function makes them with a folder of the file. */
export const withSettings = (settings: Settings | ((folder: string) => Settings), from = it) =>
  from.extend<{ $file: Pick<Fixtures, 'settings'> }>({
    settings: [
      async ({ folder }, use) => use(typeof settings === 'function' ? settings(folder) : settings),
      { scope: 'file' },
    ],
  });

/** Grove asks the DNS server of the test. */
export const withDns = (settings: Settings = {}) =>
  it.extend<{ $file: Pick<Fixtures, 'settings'> }>({
    settings: [
      async ({ dns }, use) => use({ GROVE_DNS_SERVERS: dns.address, ...settings }),
      { scope: 'file' },
    ],
  });

/** Grove sends e-mail. */
export const withMail = it.extend<{ $file: Pick<Fixtures, 'settings'> }>({
  settings: [async ({ mail }, use) => use(mail.settings), { scope: 'file' }],
});

export const withIssuer = it.extend<{ $file: Pick<Fixtures, 'needed'> }>({
  needed: [async ({ issuer }, use) => use(issuer), { scope: 'file', auto: true }],
});

export const withTransports = it.extend<{ $file: Pick<Fixtures, 'needed'> }>({
  needed: [async ({ over }, use) => use(over), { scope: 'file', auto: true }],
});

export const withIssuerAndTransports = it.extend<{ $file: Pick<Fixtures, 'needed'> }>({
  needed: [async ({ issuer, over }, use) => use([issuer, over]), { scope: 'file', auto: true }],
});

export const withRegistry = it.extend<{ $file: Pick<Fixtures, 'needed'> }>({
  needed: [async ({ registry }, use) => use(registry), { scope: 'file', auto: true }],
});

/** Grove delivers events, and may send webhooks to the receiver. */
export const withReceiver = withSettings({ GROVE_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8' }).extend<{
  $file: Pick<Fixtures, 'needed'>;
}>({
  needed: [
    async ({ grove: _grove, receiver }, use) => {
      const { deliverEvents } = await import('#lib/service/events/webhooks/job.ts');
      const stop = deliverEvents();
      await use(receiver);
      await stop();
    },
    { scope: 'file', auto: true },
  ],
});
