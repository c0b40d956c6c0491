/** Creates an organization: a root group, its first owner, and the binding between them. */
import { z } from 'zod';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { alreadyExists } from '#lib/aip/errors.ts';
import { newRootUid } from '#lib/aip/uid.ts';
import { passwordViolation } from '#lib/auth/passwords/new-passwords.ts';
import { accountsAt, addAccount } from '#lib/auth/sign-in/addresses.ts';
import { hashPassword } from '#lib/auth/passwords/passwords.ts';
import { config } from '#lib/config.ts';
import { email, WHENEVER_OBJECT } from '#lib/resources/fields.ts';
import { group as groupResource, groupName } from '#lib/resources/group.ts';
import { identity as identityResource } from '#lib/resources/identity.ts';
import { roleBinding as bindingResource } from '#lib/resources/role-binding.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';
import { requireDistinct } from '#lib/service/verbs/conflicts.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { addBinding, addIdentity, recordByIdentity } from './new-people.ts';

/**
 * A new organization: its root group, and the identity and role binding of its owner, each as the
 * API returns it.
 */
export type Organization = Awaited<ReturnType<typeof insertOrganization>>;

const schema = z
  .strictObject({
    name: groupName,
    ownerEmail: email,
    /** Without a password the owner cannot sign in by password, only use tokens. */
    ownerPassword: z.string().optional(),
  })
  .superRefine(({ name, ownerEmail, ownerPassword }, context) => {
    if (ownerPassword === undefined) return;
    const words = { email: ownerEmail, names: [name] };
    const message = passwordViolation(ownerPassword, words);
    if (message !== null) context.addIssue({ code: 'custom', path: ['ownerPassword'], message });
  }, WHENEVER_OBJECT);

export type NewOrganization = z.input<typeof schema>;

/**
 * @param beforeCommit runs in the same transaction. An error undoes everything.
 * @throws ApiError INVALID_ARGUMENT on `name`, `ownerEmail`, `ownerPassword`;
 *   ALREADY_EXISTS if the name or the e-mail address is taken.
 */
export async function createOrganization(
  request: NewOrganization,
  beforeCommit?: (tx: Transaction, organization: Organization) => Promise<void>,
): Promise<Organization> {
  const { name, ownerEmail, ownerPassword } = checked(schema, { ...request });
  const passwordHash = ownerPassword === undefined ? null : await hashPassword(ownerPassword);
  return transaction(async (tx) => {
    const organization = await insertOrganization(tx, name, ownerEmail);
    if (passwordHash !== null) {
      // Only the operator creates organizations in this way, and may learn of another account.
      if ((await accountsAt(tx, ownerEmail)).accounts.length > 0) {
        const description = 'there already is an account with this address';
        throw alreadyExists('Account', ownerEmail, { field: 'ownerEmail', description });
      }
      const identityUid = String(organization.identity['uid']);
      await addAccount(tx, { address: ownerEmail, identityUid, passwordHash });
    }
    await beforeCommit?.(tx, organization);
    return organization;
  });
}

async function insertOrganization(tx: Transaction, name: string, ownerEmail: string) {
  const now = new Date();
  const uid = newRootUid();
  const columns = {
    uid,
    parent: '',
    name,
    description: '',
    resourceLimits: {},
    createTime: now,
    updateTime: now,
  };
  await requireDistinct(tx, groupResource, columns, uid);
  const group = groupResource.toJson(await tx.insert('Group', columns));
  const owner = await addIdentity(tx, {
    parent: uid,
    name: ownerEmail,
    issuer: config().url,
    subject: null,
    email: ownerEmail,
    emailUnverified: true,
  });
  await recordByIdentity(tx, groupResource, owner.uid, uid, { after: group });
  const roleUid = builtInRole('owner').uid;
  const { binding } = await addBinding(tx, { parent: uid, identityUid: owner.uid, roleUid });
  return {
    group,
    identity: identityResource.toJson(owner),
    roleBinding: bindingResource.toJson(binding),
  };
}
