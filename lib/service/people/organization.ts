/** Creates an organization: a root group, its first owner, and the binding between them. */
import { z } from 'zod';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { alreadyExists, invalidArgument, type FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { auditType, personActor, recordAudit } from '#lib/audit/record.ts';
import { passwordViolation } from '#lib/auth/passwords/new-passwords.ts';
import { accountsAt, addAccount } from '#lib/auth/sign-in/addresses.ts';
import { hashPassword } from '#lib/auth/passwords/passwords.ts';
import { config } from '#lib/config.ts';
import { email, shortened } from '#lib/resources/fields.ts';
import { group as groupResource } from '#lib/resources/group.ts';
import { identity as identityResource } from '#lib/resources/identity.ts';
import { roleBinding as bindingResource } from '#lib/resources/role-binding.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';
import { requireDistinct } from '#lib/service/verbs/conflicts.ts';
import { validate } from '#lib/resources/input.ts';

export interface NewOrganization {
  name: string;
  ownerEmail: string;
  /** Without a password the owner cannot sign in by password, only use tokens. */
  ownerPassword?: string;
}

export interface Organization {
  group: JsonObject;
  identity: JsonObject;
  roleBinding: JsonObject;
}

const schema = z.strictObject({
  name: groupResource.input?.shape['name'] ?? z.string(),
  ownerEmail: email,
  ownerPassword: z.string().optional(),
});

/**
 * @param beforeCommit runs in the same transaction. An error undoes everything.
 * @throws ApiError INVALID_ARGUMENT on `name`, `ownerEmail`, `ownerPassword`;
 *   ALREADY_EXISTS if the name or the e-mail address is taken.
 */
export async function createOrganization(
  request: NewOrganization,
  beforeCommit?: (tx: Transaction, organization: Organization) => Promise<void>,
): Promise<Organization> {
  const { input, violations } = validate(schema, { ...request });
  violations.push(...passwordViolations(request));
  if (violations.length > 0) throw invalidArgument(violations);
  const { name, ownerEmail, ownerPassword } = input as unknown as NewOrganization;
  const passwordHash = ownerPassword === undefined ? null : await hashPassword(ownerPassword);
  return transaction(async (tx) => {
    const organization = await insertOrganization(tx, name, ownerEmail);
    if (passwordHash !== null) {
      await insertAccount(tx, ownerEmail, passwordHash, String(organization.identity['uid']));
    }
    await beforeCommit?.(tx, organization);
    return organization;
  });
}

function passwordViolations({
  name,
  ownerEmail,
  ownerPassword,
}: NewOrganization): FieldViolation[] {
  if (ownerPassword === undefined) return [];
  const description = passwordViolation(ownerPassword, { email: ownerEmail, names: [name] });
  return description === null ? [] : [{ field: 'ownerPassword', description }];
}

async function insertOrganization(
  tx: Transaction,
  name: string,
  ownerEmail: string,
): Promise<Organization> {
  const now = new Date();
  const uid = newRootUid();
  const groupColumns = {
    uid,
    parent: '',
    name,
    description: '',
    resourceLimits: {},
    createTime: now,
    updateTime: now,
  };
  await requireDistinct(tx, groupResource, groupColumns, uid);
  const group = groupResource.toJson(await tx.insert('Group', groupColumns));
  const identityUid = newChildUid(uid);
  const identity = identityResource.toJson(
    await tx.insert('Identity', {
      uid: identityUid,
      parent: uid,
      name: shortened(ownerEmail),
      description: '',
      issuer: config().url,
      subject: identityUid,
      claims: {},
      claimPatterns: {},
      email: ownerEmail,
      emailUnverified: true,
      lastSeenTime: now,
      createTime: now,
      updateTime: now,
    }),
  );
  const roleBinding = bindingResource.toJson(
    await tx.insert('RoleBinding', {
      uid: newChildUid(uid),
      parent: uid,
      identityUid,
      roleUid: builtInRole('owner').uid,
      createTime: now,
    }),
  );
  const made = [
    [groupResource, group],
    [identityResource, identity],
    [bindingResource, roleBinding],
  ] as const;
  const actor = await personActor(tx, identityUid);
  for (const [definition, after] of made) {
    await recordAudit(tx, {
      ...actor,
      type: auditType(definition, 'create'),
      operation: 'create',
      resource: String(after['uid']),
      group: uid,
      result: 'OK',
      after,
    });
  }
  return { group, identity, roleBinding };
}

/**
 * Adds the account of a new organization's owner. Only the installation's operator gets here, so a refusal
 * may say that another account has the address.
 */
async function insertAccount(
  tx: Transaction,
  address: string,
  passwordHash: string,
  identityUid: string,
): Promise<void> {
  if ((await accountsAt(tx, address)).accounts.length > 0) {
    throw alreadyExists('Account', address, {
      field: 'ownerEmail',
      description: 'there already is an account with this address',
    });
  }
  await addAccount(tx, { address, identityUid, passwordHash });
}
