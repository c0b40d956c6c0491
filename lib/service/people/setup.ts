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

/** Whether the installation has no organization yet. */
export async function setupNeeded(): Promise<boolean> {
  return (await committed.first('Group', all())) === null;
}

/**
 * The link of all processes until somebody uses it, so that the logs of each have it. Null once there is
 * an organization. The token follows the `#`, so that no server and no log of a proxy sees it.
 */
export async function setupLink(): Promise<string | null> {
  if (!(await setupNeeded())) return null;
  const value = await transaction(async (tx) => {
    const known = await tx.first('Setting', is('key', SETTING));
    if (known !== null) return known.value;
    const fresh = randomBytes(24).toString('base64url');
    await tx.put('Setting', { key: SETTING, value: fresh });
    return fresh;
  });
  return `${config().url}/welcome#${tokenOf(value)}`;
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
  const setting = await committed.first('Setting', is('key', SETTING));
  if (setting === null || !sameText(token, tokenOf(setting.value))) {
    throw invalidField('token', 'is not that of the link in the terminal');
  }
  return createOrganization(organization, async (tx) => {
    if ((await tx.count('Group', all())) > 1) throw setupDone();
    await tx.deleteAll('Setting', is('key', SETTING));
  });
}

function setupDone() {
  return refusal('SETUP_DONE', 'there already is an organization; sign in instead');
}

/** Nobody can make the token from the setting alone, without the secret. */
function tokenOf(value: string): string {
  const mac = createHmac('sha256', secrets().setup).update(value).digest();
  return mac.subarray(0, 24).toString('base64url');
}
