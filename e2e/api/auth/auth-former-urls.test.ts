// @module-tag http
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { recordUrl } from '#lib/auth/tokens/known-urls.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { grove, withSettings } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';

const it = withSettings({ GROVE_URL: 'https://grove.example.com' });

const FORMER = 'https://former.example.com';
const LOOPBACK = 'http://localhost:3000';

it.beforeAll(async () => {
  for (const url of [FORMER, LOOPBACK]) await recordUrl(url);
});

const me = async (url: string) =>
  grove.get('/auth/v1/me', { token: await mintToken(grove.ownerUid, 60, { url }) });

/** Runs the command line in its own process, as an operator does. */
function cli(...args: string[]): string {
  const main = join(import.meta.dirname, '../../../cli/main.ts');
  return execFileSync(process.execPath, [...process.execArgv, main, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

it('refuses tokens of a loopback address once there is a real one', async () => {
  failure(await me(LOOPBACK), 'UNAUTHENTICATED');
  ok(await me('https://grove.example.com'));
});

it('accepts tokens of a former address until the operator forgets it', async () => {
  const token = await mintToken(grove.ownerUid, 60, { url: FORMER });
  const asked = () => grove.get('/auth/v1/me', { token });
  ok(await asked());
  expect(cli('urls', 'list').trim().split('\n')).toContain(FORMER);
  expect(cli('urls', 'forget', FORMER)).toContain('is forgotten');
  // The same token was accepted and cached a moment ago.
  failure(await asked(), 'UNAUTHENTICATED');
  expect(cli('urls', 'list')).not.toContain(FORMER);
  for (const url of [FORMER, 'https://grove.example.com']) {
    expect(() => cli('urls', 'forget', url)).toThrow(/is no former address|is the current address/);
  }
  ok(await grove.get('/auth/v1/me'));
});
