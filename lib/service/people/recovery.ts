/** How administrators help somebody with a password of this installation who cannot sign in. */
import { z } from 'zod';
import { refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { notify } from '#lib/auth/notify.ts';
import { endPendingSignIns } from '#lib/auth/second-factor/factors.ts';
import { mailboxOf } from '#lib/auth/sign-in/addresses.ts';
import { NO_PASSWORD } from '#lib/auth/passwords/passwords.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { sessionsOfAccount } from '#lib/auth/sessions/sessions.ts';
import { config } from '#lib/config.ts';
import type {
  ListPersonFactorsRequestJson,
  ListPersonFactorsResponseJson,
  RemovePersonFactorsRequestJson,
  RemovePersonFactorsResponseJson,
  ResetPersonPasswordRequestJson,
  ResetPersonPasswordResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { resetRequiredMail } from '#lib/mail/links.ts';
import { postLink } from '#lib/mail/outbox.ts';
import { uid } from '#lib/resources/fields.ts';
import { identity } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { suspendBeyond } from '#lib/service/rules/another-person.ts';
import { mayRecover, requireMayRecover, requireMaySeeFactors } from '#lib/service/rules/recover.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { auditDenied, changeAs } from '#lib/service/calls/attempt.ts';
import { is } from '#lib/store/predicates.ts';
import { snapshot, type Reads, type Transaction } from '#lib/store/store.ts';
import { addLink } from './password-resets.ts';
import { deleteSessions } from './person-sessions.ts';
import { factorsOf, removeFactors } from './second-factors.ts';

const personRequest = z.strictObject({ identityUid: uid });

const identityUidIn = (body: ListPersonFactorsRequestJson): string =>
  checked(personRequest, body).identityUid;

/** @throws ApiError PERMISSION_DENIED; NOT_FOUND; FAILED_PRECONDITION `NO_ACCOUNT`. */
async function accountOf(reads: Reads, call: Call, identityUid: string) {
  requireCapability(call, 'identity.update', identityUid);
  const row = await reads.existing('Identity', identityUid);
  const account = await reads.first('Account', is('identityUid', identityUid));
  if (account !== null) return { row, account };
  throw refusal(
    'NO_ACCOUNT',
    'nobody signs in as this identity with a password of this installation',
    identityUid,
  );
}

/** The person's second factors, and whether the caller may reset them and the password. */
export async function listPersonFactors(
  call: Call,
  body: ListPersonFactorsRequestJson,
): Promise<ListPersonFactorsResponseJson> {
  const identityUid = identityUidIn(body);
  return auditDenied(call, identity, 'get', identityUid, () =>
    snapshot(async (reads) => {
      const { row, account } = await accountOf(reads, call, identityUid);
      await requireMaySeeFactors(reads, call, row);
      const factors = await factorsOf(reads, account.email);
      return { ...factors, mayRecover: await mayRecover(reads, call, row) };
    }),
  );
}

function recover<T>(
  call: Call,
  identityUid: string,
  work: (tx: Transaction, call: Call, account: RowOf<'Account'>) => Promise<T>,
): Promise<T> {
  const check = (current: Call) => requireCapability(current, 'identity.update', identityUid);
  return changeAs(call, [identity, 'reset', identityUid], check, async (tx, current) => {
    const { row, account } = await accountOf(tx, current, identityUid);
    await requireMayRecover(tx, current, row);
    await requireRecentSignIn(current.principal, 'help for somebody who cannot sign in', tx);
    return work(tx, current, account);
  });
}

/**
 * Removes all second factors of somebody who has lost them.
 *
 * @throws ApiError as {@link accountOf}, {@link requireMayRecover} and {@link requireRecentSignIn}.
 */
export async function removePersonFactors(
  call: Call,
  body: RemovePersonFactorsRequestJson,
): Promise<RemovePersonFactorsResponseJson> {
  const { account, removed } = await recover(
    call,
    identityUidIn(body),
    async (tx, current, person) => ({
      account: person,
      removed: await removeFactors(tx, person, actorOf(current, person.identityUid)),
    }),
  );
  const { authenticatorApps, passkeys, recoveryCodes } = removed;
  if (authenticatorApps.length + passkeys.length > 0) {
    notify(account, 'secondFactorsRemovedByAdministrator', {});
  }
  return {
    authenticatorApps: authenticatorApps.length,
    passkeys: passkeys.length,
    recoveryCodes,
  };
}

/**
 * The password no longer signs in, all sessions of it end, and a one-time link sets another one.
 *
 * @returns the link, unless it is sent to the person by e-mail, and until when it works.
 * @throws ApiError as {@link removePersonFactors}.
 */
export async function resetPersonPassword(
  call: Call,
  body: ResetPersonPasswordRequestJson,
): Promise<ResetPersonPasswordResponseJson> {
  const identityUid = identityUidIn(body);
  const now = Date.now();
  const { link, isMailed } = await recover(call, identityUid, async (tx, current, account) => {
    const isMailed = config().mail !== undefined && (await mailboxOf(tx, account)) !== null;
    const { email, identityUid } = account;
    const columns = { passwordHash: NO_PASSWORD, updateTime: new Date(now) };
    await tx.note('Account', is('email', email), columns);
    await endPendingSignIns(tx, email);
    const whereTheirs = await sessionsOfAccount(identityUid);
    const row = await tx.existing('Identity', identityUid);
    await deleteSessions(tx, current, row, await tx.find('Session', whereTheirs));
    const actor = actorOf(current, identityUid);
    const revoked = { event: 'password.revoked', operation: 'revoke', actor } as const;
    await recordAboutIdentity(tx, identityUid, revoked);
    const maker = isMailed ? null : current.principal.identities;
    if (!isMailed) await suspendBeyond(tx, current, identityUid);
    return { link: await addLink(tx, account, { actor, maker, now }), isMailed };
  });
  const { link: address, expireTime } = link;
  if (isMailed) {
    const root = rootUid(identityUid);
    postLink({ what: 'link for a new password', root, write: async () => resetRequiredMail(link) });
  }
  return { ...(!isMailed && { link: address }), expireTime };
}
