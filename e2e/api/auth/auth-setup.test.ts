// @module-tag http
import { describe, expect } from 'vitest';
import { setupLink } from '#lib/service/people/setup.ts';
import { rotate } from '#lib/service/keys/change-keys.ts';
import { rowsIn } from '../support/database.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, ok, preconditions } from '../support/answers.ts';

const organization = {
  name: 'first',
  ownerEmail: 'first@example.com',
  ownerPassword: 'correct horse battery',
};

it.beforeAll(async () => {
  await rowsIn('RoleBinding').delete();
  await rowsIn('Identity').delete();
  await rowsIn('Group').delete();
});

const setUp = (body: Json): Promise<Answer> => grove.post('/auth/v1/setup', body, { token: null });

const tokenOf = (link: string | null) => new URL(link ?? '').hash.slice(1);

// These tests depend on their order: each continues with the state of the previous one.
describe('the first run', { shuffle: false }, () => {
  it('is needed until there is an organization', async () => {
    expect(ok(await grove.get('/auth/v1/setup', { token: null }))).toEqual({ needed: true });
  });

  it('has one link for all processes, and accepts no other', async () => {
    const link = await setupLink();
    expect(link).toMatch(new RegExp(`^${grove.url}/welcome#[A-Za-z0-9_-]{32}$`));
    expect(await setupLink()).toBe(link);
    for (const token of ['', 'x', '\u0000', 'x'.repeat(32)]) {
      expect(badFields(await setUp({ ...organization, token }))).toEqual(['token']);
    }
    expect(badFields(await setUp({ name: 5 }))).toEqual([
      'name',
      'ownerEmail',
      'ownerPassword',
      'token',
    ]);
  });

  it('becomes void with the secret that signs it', async () => {
    const link = await setupLink();
    await rotate(['setup']);
    expect(await setupLink()).not.toBe(link);
    expect(badFields(await setUp({ ...organization, token: tokenOf(link) }))).toEqual(['token']);
  });

  it('is not in the database', async () => {
    const token = tokenOf(await setupLink()) ?? '';
    const rows = await rowsIn('Setting').findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('keeps the link valid after invalid fields, and creates one organization from concurrent attempts', async () => {
    const token = tokenOf(await setupLink());
    const bad = { token, name: 'Not Allowed!', ownerEmail: 'x', ownerPassword: 'short' };
    expect(badFields(await setUp(bad))).toEqual(['name', 'ownerEmail', 'ownerPassword']);
    for (const ownerPassword of ['first@example.com', 'first2026!first', 'password1234']) {
      expect(badFields(await setUp({ ...organization, token, ownerPassword }))).toEqual([
        'ownerPassword',
      ]);
    }
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        setUp({ ...organization, name, ownerEmail: `${name}@example.com`, token }),
      ),
    );
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(others.map(preconditions)).toEqual([['SETUP_DONE'], ['SETUP_DONE']]);
    const { group, identity } = ok(made as Answer) as { group: Json; identity: Json };
    expect(await rowsIn('Group').count()).toBe(1);
    const browser = new TestBrowser(grove.url);
    const email = `${String(group['name'])}@example.com`;
    expect(await browser.signIn(email, organization.ownerPassword)).toBeNull();
    const me = ok(
      await grove.get('/auth/v1/me', { token: null, headers: { cookie: browser.cookie } }),
    );
    expect(me['principal']).toMatchObject({ subject: identity['uid'] });
  });

  it('is closed afterwards', async () => {
    expect(ok(await grove.get('/auth/v1/setup', { token: null }))).toEqual({ needed: false });
    expect(await setupLink()).toBeNull();
    expect(preconditions(await setUp({ ...organization, token: 'x' }))).toEqual(['SETUP_DONE']);
  });
});
