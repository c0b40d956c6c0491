/** A process that works on while a newer version changes the tables. */
import { expect } from 'vitest';
import { COLUMN_KINDS } from '#lib/generated/prisma/columns.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import type { Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { query } from '../support/database.ts';
import { list } from '../support/lists.ts';
import { insertAdvisory } from '../support/rows.ts';
import { onServer, grove as runGrove } from './databases.ts';

const IAM = '/iam/v2beta1';
const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

/** Runs each kind of statement: inserts, updates, deletes, pages, sign-ins. */
async function useEverything(name: string): Promise<void> {
  const group = ok(await grove.post(`${IAM}/groups/${grove.rootUid}`, { name }));
  const uid = String(group['uid']);
  const claimMatch = { issuer: 'https://ci.example.com', subject: name };
  const identity = ok(await grove.post(`${IAM}/identities/${uid}`, { name, claimMatch }));
  const roles = ok(await grove.get(`${IAM}/roles?name=viewer`))['roles'] as Json[];
  const binding = { identityUid: identity['uid'], roleUid: roles[0]?.['uid'] };
  const bound = ok(await grove.post(`${IAM}/roleBindings/${uid}`, binding));
  expect(bound).toMatchObject({ identity: { name }, group: { name } });
  ok(await grove.patch(`${IAM}/groups/${uid}`, { description: 'new' }));
  expect(ok(await grove.get(`${IAM}/groups/${uid}`))).toMatchObject({ description: 'new' });
  await insertAdvisory(uid, `CGA-${name}`, { severity: 4 });
  for (const more of ['', '&order_by=created_at', '&severities=CRITICAL']) {
    const path = `uidp.descendants_of=${uid}${more}`;
    expect(ok(await grove.get(`${ADVISORIES}?${path}`))).toMatchObject({ totalCount: '1' });
  }
  const changes = await list(grove, `${IAM}/auditEvents`, { resource: uid });
  expect(changes.totalCount).toBe(2);
  const browser = new TestBrowser(grove.url);
  expect(await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).toBeNull();
  okEmpty(await grove.del(`${IAM}/roleBindings/${String(bound['uid'])}`));
  okEmpty(await grove.del(`${IAM}/identities/${String(identity['uid'])}`));
}

it('works on while a newer version adds to the tables', async () => {
  // Makes the process prepare its statements.
  await useEverything('before');
  for (const table of Object.keys(COLUMN_KINDS)) {
    await onServer(
      `ALTER TABLE "${table}" ADD COLUMN "later" TEXT, ADD COLUMN "laterToo" INTEGER NOT NULL DEFAULT 0`,
      process.env['TEST_DATABASE_URL'],
    );
  }
  await useEverything('after');
});

it('does not start any more once a newer version has migrated the database', async () => {
  await query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name")
     VALUES ('later', 'x', now(), '29991231000000_later')`,
  );
  const { err, code } = await runGrove(['verify'], process.env['TEST_DATABASE_URL']);
  expect(code).toBe(1);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).toContain('made by a newer version of Grove (migration 29991231000000_later)');
  // Running processes continue to serve.
  await useEverything('later still');
});
