/** Accepting an invite: the role that it offers is bound at its group, to a person known or new. */
import {
  alreadyExists,
  failedPrecondition,
  invalidField,
  permissionDenied,
} from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { pathUids } from '#lib/aip/uid.ts';
import { auditType, recordAudit } from '#lib/audit/record.ts';
import { config } from '#lib/config.ts';
import type { GroupInvite } from '#lib/generated/prisma/client.ts';
import { group as groupResource } from '#lib/resources/group.ts';
import { groupInvite as inviteResource } from '#lib/resources/group-invite.ts';
import { identity as identityResource } from '#lib/resources/identity.ts';
import { roleBinding as bindingResource } from '#lib/resources/role-binding.ts';
import { prisma, transaction } from '#lib/store/database.ts';
import type { Transaction } from '#lib/store/database.ts';
import { findRow } from '#lib/store/writes.ts';
import { attemptsFrom, countAttempt, forgetAttempts } from '#lib/auth/sign-in/attempts.ts';
import { parseInviteCode, sameHash } from './invites.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { addBinding, addIdentity } from './new-people.ts';
import { passwordViolation } from '#lib/auth/sign-in/new-passwords.ts';
import { hashPassword } from '#lib/auth/sign-in/passwords.ts';
import type { Principal } from '#lib/auth/principal.ts';

/** Who accepts: the caller, or someone who gets an account with it. */
export type Joiner = { principal: Principal } | { email: string; password: string; name: string };

/**
 * The invite of a code, whatever has become of it.
 *
 * @throws ApiError INVALID_ARGUMENT on `code`, in the same words for every code
 *   that is not an invite's; RESOURCE_EXHAUSTED after repeated failures.
 */
async function inviteOf(code: string, clientAddress: string): Promise<GroupInvite> {
  const parsed = parseInviteCode(code);
  const client = attemptsFrom('invite', clientAddress);
  const attempted = [{ what: `invite:${parsed?.keyId ?? ''} from ${clientAddress}` }, client];
  await countAttempt(attempted);
  const invite =
    parsed === null
      ? null
      : await prisma().groupInvite.findUnique({ where: { keyId: parsed.keyId } });
  // Compared also where there is none, so that time does not tell.
  const isRight = sameHash(parsed?.codeHash ?? '', invite?.codeHash ?? '0'.repeat(64));
  if (invite === null || !isRight) throw invalidField('code', 'is not the code of an invite');
  await forgetAttempts(attempted);
  return invite;
}

function requireOpen({ expirationTime, singleUse, usedTime }: GroupInvite): void {
  if (expirationTime.getTime() <= Date.now()) {
    throw failedPrecondition([
      { type: 'INVITE_EXPIRED', description: 'the invite has expired; ask for another one' },
    ]);
  }
  if (singleUse && usedTime !== null) {
    throw failedPrecondition([
      { type: 'INVITE_USED', description: 'the invite has been used already' },
    ]);
  }
}

/** What the holder of a code is offered. */
export async function previewInvite(code: string, clientAddress: string): Promise<JsonObject> {
  const invite = await inviteOf(code, clientAddress);
  requireOpen(invite);
  const { parent, roleUid, email, singleUse, expirationTime } = invite;
  const group = await prisma().group.findUniqueOrThrow({ where: { uid: parent } });
  const role = await prisma().role.findUniqueOrThrow({ where: { uid: roleUid } });
  return {
    group: { uid: parent, name: group.name, description: group.description },
    role: { uid: roleUid, name: role.name, description: role.description },
    ...(email === null ? {} : { email }),
    singleUse,
    expirationTime: expirationTime.toISOString(),
  };
}

/**
 * Accepts the invite. For someone who holds the role there already, nothing
 * changes and the invite is not used up.
 *
 * @param joiner a new person's e-mail address in lower case, and a password that may be one.
 * @throws ApiError as {@link inviteOf}; FAILED_PRECONDITION `INVITE_EXPIRED`,
 *   `INVITE_USED` or `NO_IDENTITY`; PERMISSION_DENIED where the invite is for
 *   another e-mail address; ALREADY_EXISTS where the address has an account.
 */
export async function acceptInvite(
  code: string,
  joiner: Joiner,
  clientAddress: string,
): Promise<JsonObject> {
  const { uid, parent: offered } = await inviteOf(code, clientAddress);
  const passwordHash = 'principal' in joiner ? '' : await newHash(joiner, offered);
  return transaction(async (tx) => {
    const invite = await tx.groupInvite.findUnique({ where: { uid } });
    if (invite === null) throw invalidField('code', 'is not the code of an invite');
    requireOpen(invite);
    const { parent, roleUid } = invite;
    const identityUid =
      'principal' in joiner
        ? await knownIdentity(tx, joiner.principal, invite)
        : await newAccount(tx, { ...joiner, passwordHash }, invite);
    const held = await tx.roleBinding.count({ where: { parent, identityUid, roleUid } });
    const binding = await addBinding(tx, { parent, identityUid, roleUid });
    if (held === 0) await useUp(tx, invite, identityUid);
    const [group, identity] = [
      await findRow(tx, 'Group', parent),
      await findRow(tx, 'Identity', identityUid),
    ];
    if (group === null || identity === null) throw new Error('the invite leads nowhere');
    return {
      group: groupResource.toJson(group),
      identity: identityResource.toJson(identity),
      roleBinding: bindingResource.toJson(binding),
    };
  });
}

/** @throws ApiError INVALID_ARGUMENT on `password`, which must not be made of the groups' names. */
async function newHash(
  { email, name, password }: { email: string; name: string; password: string },
  group: string,
): Promise<string> {
  const groups = await prisma().group.findMany({
    where: { uid: { in: pathUids(group) } },
    select: { name: true },
  });
  const names = [name, ...groups.map((one) => one.name)];
  const violation = passwordViolation(password, { email, names });
  if (violation !== null) throw invalidField('password', violation);
  return hashPassword(password);
}

/** The identity that the caller is by name; one that a pattern matches would give others the role too. */
async function knownIdentity(
  tx: Transaction,
  { identities, subject, issuer }: Principal,
  { email }: GroupInvite,
): Promise<string> {
  const rows = await tx.identity.findMany({
    where: { uid: { in: [...identities] } },
    orderBy: { uid: 'asc' },
  });
  const isOwn = isOwnUrl(issuer);
  const identity = rows.find((row) =>
    isOwn ? row.uid === subject : row.issuer === issuer && row.subject === subject,
  );
  if (identity === undefined) {
    throw failedPrecondition([
      { type: 'NO_IDENTITY', description: 'no identity of yours is yours alone' },
    ]);
  }
  const isVerified = isOwn || identity.emailUnverified !== true;
  if (email !== null && !(isVerified && identity.email?.toLowerCase() === email.toLowerCase())) {
    throw permissionDenied([], '', 'the invite is for another e-mail address');
  }
  return identity.uid;
}

async function newAccount(
  tx: Transaction,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
  invite: GroupInvite,
): Promise<string> {
  if (invite.email !== null && invite.email.toLowerCase() !== email) {
    throw permissionDenied([], '', 'the invite is for another e-mail address');
  }
  if ((await tx.account.findUnique({ where: { email } })) !== null) {
    throw alreadyExists('Account', email, {
      field: 'email',
      description: 'there is an account already; sign in first',
    });
  }
  const { uid } = await addIdentity(tx, {
    parent: invite.parent,
    name,
    issuer: config().url,
    subject: null,
    email,
    emailUnverified: true,
  });
  const now = new Date();
  await tx.account.create({
    data: { email, passwordHash, identityUid: uid, createTime: now, updateTime: now },
  });
  return uid;
}

async function useUp(tx: Transaction, invite: GroupInvite, identityUid: string): Promise<void> {
  await tx.groupInvite.update({ where: { uid: invite.uid }, data: { usedTime: new Date() } });
  await recordAudit(tx, {
    actor: identityUid,
    identities: [identityUid],
    requestId: crypto.randomUUID(),
    type: auditType(inviteResource, 'accept'),
    operation: 'accept',
    resource: invite.uid,
    group: invite.parent,
    result: 'OK',
  });
}
