/** Accepts invites: binds the offered role at its group, to an existing or a new person. */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { pathUids } from '#lib/aip/uid.ts';
import { eventOf, personActor, recordAudit } from '#lib/audit/record.ts';
import type {
  AcceptInviteResponseJson,
  PreviewInviteResponseJson,
} from '#lib/generated/proto/grove/auth/v1/invites_pb.js';
import { group as groupResource } from '#lib/resources/group.ts';
import { groupInvite as inviteResource } from '#lib/resources/group-invite.ts';
import { identity as identityResource } from '#lib/resources/identity.ts';
import { roleBinding as bindingResource } from '#lib/resources/role-binding.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads, type Transaction } from '#lib/store/store.ts';
import { attemptsFrom, countAttempt, forgetAttempts } from '#lib/auth/attempts/attempts.ts';
import { sendFirstVerification } from './email-verification.ts';
import { requireMaker, requireStillInvitable } from './invite-checks.ts';
import { parseKeyedSecret } from '#lib/secrets/keyed-secrets.ts';
import { sameText } from '#lib/secrets/signatures.ts';
import { joinerOf, type NewPerson } from './join-with-password.ts';
import { addBinding } from './new-people.ts';
import { passwordViolation } from '#lib/auth/passwords/new-passwords.ts';
import { identityOfCaller } from './caller-identity.ts';
import type { Principal } from '#lib/auth/principal.ts';

type Invite = RowOf<'GroupInvite'>;

type From = Record<'network' | 'userAgent', string>;

/** Who accepts: the caller, or whoever gets an account, unless they have one in the organization. */
export type Joiner = { principal: Principal } | NewPerson;

/**
 * The invite of a code, in any state.
 *
 * @throws ApiError INVALID_ARGUMENT on `code`, with the same message for every
 *   wrong code; RESOURCE_EXHAUSTED after repeated failures.
 */
async function inviteOf(code: string, clientAddress: string): Promise<Invite> {
  const parsed = parseKeyedSecret('invite', code);
  const client = attemptsFrom('invite', clientAddress);
  const attempted = [{ what: `invite:${parsed?.keyId ?? ''} from ${clientAddress}` }, client];
  await countAttempt(attempted);
  const [invite = null] =
    parsed === null ? [] : await committed.rows('GroupInvite', is('keyId', parsed.keyId));
  // Compares even if there is no invite, so that the time does not reveal it.
  const isRight = sameText(parsed?.hash ?? '', invite?.codeHash ?? '0'.repeat(64));
  if (invite === null || !isRight) throw noInvite();
  await forgetAttempts(attempted);
  return invite;
}

function noInvite() {
  return invalidField('code', 'is not the code of an invite');
}

function requireOpen({ expirationTime, singleUse, usedTime }: Invite): void {
  if (expirationTime.getTime() <= Date.now()) {
    throw refusal('INVITE_EXPIRED', 'the invite has expired; ask for another one');
  }
  if (singleUse && usedTime !== null) {
    throw refusal('INVITE_USED', 'the invite has been used already');
  }
}

/**
 * The group, role and expiry of an open invite, for its page.
 *
 * @throws ApiError as {@link inviteOf}; FAILED_PRECONDITION for one that no longer works.
 */
export async function previewInvite(
  code: string,
  clientAddress: string,
): Promise<PreviewInviteResponseJson> {
  const invite = await inviteOf(code, clientAddress);
  await requireValid(committed, invite);
  const { parent, roleUid, email, singleUse, expirationTime } = invite;
  const group = await committed.get('Group', parent);
  if (group === null) throw noInvite();
  return {
    group: { uid: parent, name: group.name, description: group.description },
    role: { uid: roleUid, name: invite.role.name, description: invite.role.description },
    ...(email === null ? {} : { email }),
    singleUse,
    expirationTime: expirationTime.toISOString(),
  };
}

/**
 * Accepts the invite. If the person already has the role there, nothing changes and the invite is
 * not used up. The transaction takes the write lock before it reads the invite, so that two people
 * cannot use it at the same time. Somebody new gets the same answer whether or not others have an account
 * with the address; whoever knows the password of one in the organization accepts as its owner.
 *
 * @param joiner of a new person, an acceptable password.
 * @throws ApiError as {@link inviteOf}; FAILED_PRECONDITION `INVITE_EXPIRED`, `INVITE_USED`,
 *   `INVITE_WITHDRAWN`, `INVITE_NOT_ALLOWED`, `IDENTITY_BLOCKED` or `NO_IDENTITY`; PERMISSION_DENIED if the invite is for another
 *   e-mail address.
 */
export async function acceptInvite(
  code: string,
  joiner: Joiner,
  client: From,
): Promise<AcceptInviteResponseJson> {
  const { uid, parent: offered } = await inviteOf(code, client.network);
  if ('principal' in joiner) {
    const { principal } = joiner;
    return transaction(async (tx) => {
      const invite = await openInvite(tx, uid);
      const identityUid = await identityOfCaller(tx, principal, invite);
      // Earlier keys do not get a role that their identity took itself, and this key must get it.
      return accept(tx, invite, { identityUid, byItself: principal.key === undefined });
    });
  }
  const { email, name, password } = joiner;
  const groups = await committed.getAll('Group', pathUids(offered));
  const names = [name, ...groups.map((one) => one.name)];
  const violation = passwordViolation(password, { email, names });
  if (violation !== null) throw invalidField('password', violation);
  const joining = await joinerOf(joiner, offered, client.network);
  const { account, isNew, accepted } = await transaction(async (tx) => {
    const invite = await openInvite(tx, uid);
    const joined = await joining.join(tx, invite);
    const { identityUid } = joined.account;
    return {
      ...joined,
      accepted: await accept(tx, invite, { identityUid, byItself: !joined.isNew }),
    };
  });
  if (isNew) await sendFirstVerification(account, client);
  else await joining.forget();
  return accepted;
}

async function openInvite(tx: Transaction, uid: string): Promise<Invite> {
  const invite = await tx.get('GroupInvite', uid);
  if (invite === null) throw noInvite();
  await requireValid(tx, invite);
  return invite;
}

/** @throws ApiError FAILED_PRECONDITION for an invite that no longer works. */
async function requireValid(reads: Reads, invite: Invite): Promise<void> {
  requireOpen(invite);
  const role = await reads.get('Role', invite.roleUid);
  if (role === null) throw noInvite();
  await requireMaker(invite, role);
  await requireStillInvitable(reads, invite);
}

async function accept(
  tx: Transaction,
  invite: Invite,
  { identityUid, byItself }: { identityUid: string; byItself: boolean },
): Promise<AcceptInviteResponseJson> {
  const { parent, roleUid } = invite;
  const { binding, isNew } = await addBinding(tx, { parent, identityUid, roleUid, byItself });
  if (isNew) {
    await tx.note('GroupInvite', is('uid', invite.uid), { usedTime: new Date() });
    await recordAudit(tx, {
      ...(await personActor(tx, identityUid)),
      ...eventOf(inviteResource, 'accept', invite.uid, parent),
    });
  }
  const group = await tx.get('Group', parent);
  const identity = await tx.get('Identity', identityUid);
  if (group === null || identity === null) throw new Error('the group or the identity is missing');
  return {
    group: groupResource.toJson(group),
    identity: identityResource.toJson(identity),
    roleBinding: bindingResource.toJson(binding),
  };
}
