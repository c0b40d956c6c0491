/**
 * What the tests of a file share: a Grove, and other servers beside it. Vitest starts each once for a file, before
 * the first test or hook that takes it, and stops it after the last. Tests and hooks take them as arguments. Functions
 * beside the tests import them: a worker runs one file at a time.
 *
 * A file takes one `it`. `withSettings({ GROVE_V1_SUNSET: '2027-06-30' })` makes one for other settings.
 */
import { test } from 'vitest';
import type { MailServer } from '../support/mail-server.ts';
import type { OidcIssuer, OidcOptions } from '../support/oidc-issuer.ts';
import type { RegistryOptions, TestRegistry } from '../support/registry.ts';
import { startGrove } from './harness.ts';
import type { TestGrove } from './harness.ts';
import { newName } from './support/names.ts';
import { personWith } from './support/people.ts';

export { newName };

export let grove: TestGrove;
export let issuer: OidcIssuer;
export let registry: TestRegistry;
export let mail: MailServer;

const SETTINGS: Record<string, string> = {};
const OF_ISSUER: OidcOptions = {};
const OF_REGISTRY: RegistryOptions = {};

export const it = test
  .extend('settings', { scope: 'file' }, SETTINGS)
  .extend('grove', { scope: 'file', auto: true }, async ({ settings }, { onCleanup }) => {
    grove = await startGrove(settings);
    onCleanup(() => grove.stop());
    return grove;
  })
  .extend('ofIssuer', { scope: 'file' }, OF_ISSUER)
  .extend('issuer', { scope: 'file' }, async ({ ofIssuer }, { onCleanup }) => {
    const { startOidcIssuer } = await import('../support/oidc-issuer.ts');
    issuer = await startOidcIssuer(ofIssuer);
    onCleanup(() => issuer.stop());
    return issuer;
  })
  .extend('ofRegistry', { scope: 'file' }, OF_REGISTRY)
  .extend('registry', { scope: 'file' }, async ({ ofRegistry }, { onCleanup }) => {
    const { startRegistry } = await import('../support/registry.ts');
    registry = await startRegistry(ofRegistry);
    onCleanup(() => registry.remove());
    return registry;
  })
  .extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { startMailServer } = await import('../support/mail-server.ts');
    mail = await startMailServer();
    onCleanup(() => mail.stop());
    return mail;
  })
  .extend('name', { scope: 'file' }, () => newName)
  .extend(
    'as',
    { scope: 'file' },
    ({ grove }) =>
      (role: string, group = grove.rootUid) =>
        personWith(grove, role, group),
  );

/** For files whose functions need the issuer, too. */
export const withIssuer = it.extend(
  'started',
  { scope: 'file', auto: true },
  ({ issuer }) => issuer,
);

/** For files whose Grove sends e-mail. */
export const withMail = it.extend('settings', { scope: 'file' }, ({ mail }) => mail.settings);

/**
 * @param settings variables of the environment, set before any module of Grove is loaded.
 * @param from the `it` of a file that needs more.
 */
export const withSettings = (settings: Record<string, string>, from = it) =>
  from.extend('settings', { scope: 'file' }, settings);
