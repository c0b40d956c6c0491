/**
 * The first run. The server prints a one-time link to the terminal, and the link creates the
 * organization and its owner.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { sameText } from '#lib/secrets/signatures.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import type { NewOrganization, Organization } from '#lib/service/people/organization.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';

const SETTING = 'setup-link';

export async function setupNeeded(): Promise<boolean> {
  return (await committed.first('Group', all())) === null;
}

/**
 * A new link. The previous link stops working. Null once there is an organization. The token follows the
 * `#`, so that no server and no log of a proxy sees it.
 */
export async function setupLink(): Promise<string | null> {
  if (!(await setupNeeded())) return null;
  const token = randomBytes(24).toString('base64url');
  const value = macOf(token);
  await transaction((tx) => tx.put('Setting', { key: SETTING, value }));
  return `${config().url}/welcome#${token}`;
}

/**
 * Creates the organization and uses up the link, in one transaction. The transaction holds the
 * write lock while it counts the groups, so one of two concurrent requests with the same link
 * fails.
 *
 * @throws ApiError FAILED_PRECONDITION, SETUP_DONE, once there is an
 *   organization; INVALID_ARGUMENT on `token` for another link, or on the fields.
 */
export async function setUp(token: string, organization: NewOrganization): Promise<Organization> {
  if (!(await setupNeeded())) throw setupDone();
  if (!(await isLink(token)))
    throw invalidField('token', 'is not that of the link in the terminal');
  return createOrganization(organization, async (tx) => {
    if ((await tx.count('Group', all())) > 1) throw setupDone();
    await tx.deleteAll('Setting', is('key', SETTING));
  });
}

function setupDone() {
  return refusal('SETUP_DONE', 'there already is an organization; sign in instead');
}

function macOf(token: string): string {
  return createHmac('sha256', secrets().setup).update(token).digest('hex');
}

async function isLink(token: string): Promise<boolean> {
  const setting = await committed.first('Setting', is('key', SETTING));
  return sameText(macOf(token), setting?.value ?? '');
}
