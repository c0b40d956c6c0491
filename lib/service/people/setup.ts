/** The first run: a one-time link, printed by the terminal, makes the organization and its owner. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { failedPrecondition, invalidField } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import type { NewOrganization, Organization } from '#lib/service/people/organization.ts';
import { prepared, transaction } from '#lib/store/database.ts';

const SETTING = 'setup-link';

/** True as long as there is no organization. */
export function setupNeeded(): boolean {
  return prepared(`SELECT 1 FROM "Group" LIMIT 1`).get() === undefined;
}

/** A fresh link, which makes an earlier one void; null once there is an organization. */
export async function setupLink(): Promise<string | null> {
  if (!setupNeeded()) return null;
  const token = randomBytes(24).toString('base64url');
  const value = macOf(token);
  await transaction((tx) =>
    tx.setting.upsert({
      where: { key: SETTING },
      create: { key: SETTING, value },
      update: { value },
    }),
  );
  return `${config().url}/welcome?token=${token}`;
}

/**
 * Makes the organization and uses the link up, in one transaction.
 *
 * @throws ApiError FAILED_PRECONDITION, SETUP_DONE, once there is an
 *   organization; INVALID_ARGUMENT on `token` for another link, or on the fields.
 */
export async function setUp(token: string, organization: NewOrganization): Promise<Organization> {
  requireSetup();
  if (!isLink(token)) throw invalidField('token', 'is not that of the link in the terminal');
  return createOrganization(organization, async (tx) => {
    if ((await tx.group.count()) > 1) throw setupDone();
    await tx.setting.deleteMany({ where: { key: SETTING } });
  });
}

function requireSetup(): void {
  if (!setupNeeded()) throw setupDone();
}

function setupDone() {
  return failedPrecondition([
    { type: 'SETUP_DONE', description: 'there already is an organization; sign in instead' },
  ]);
}

function macOf(token: string): string {
  return createHmac('sha256', secrets().setup).update(token).digest('hex');
}

function isLink(token: string): boolean {
  const row = prepared(`SELECT "value" FROM "Setting" WHERE "key" = ?`).get(SETTING);
  const expected = Buffer.from((row as { value: string } | undefined)?.value ?? '', 'hex');
  const actual = Buffer.from(macOf(token), 'hex');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
