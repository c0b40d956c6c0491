/**
 * Confirming who one is within a session, with the password or a passkey. People of an identity
 * provider sign in there again, which begins a new session.
 */
import { invalidField, isApiError, refusal, unauthenticated } from '#lib/aip/errors.ts';
import { recordAccess, type Client } from '#lib/auth/access-record.ts';
import { acceptPasskey, comparedAnswer } from '#lib/auth/passkeys/accept.ts';
import { challengeIn, type AssertionAnswer } from '#lib/auth/passkeys/answers.ts';
import { isLive, newChallenge, type Bound } from '#lib/auth/passkeys/challenges.ts';
import { requestOptions } from '#lib/auth/passkeys/relying-party.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { activeFactors, countsSince } from '#lib/auth/second-factor/factors.ts';
import { attemptsFrom, countAttempt, forgetAttempts } from '#lib/auth/attempts/attempts.ts';
import { findProvider } from '#lib/auth/providers/identity-providers.ts';
import { findOwnAccount, ownAccount, requirePassword } from '#lib/auth/sign-in/own-account.ts';
import { authenticatedAt, isFresh, lacksSecondFactor } from '#lib/auth/sessions/recent-sign-in.ts';
import { recordFailure, type SigningIn } from '#lib/auth/sign-in/signing-in.ts';
import type { PasskeyOptionsJson } from '#lib/generated/proto/grove/auth/v1/sign_in_pb.js';
import type { AuthenticationJson } from '#lib/generated/proto/grove/auth/v1/sessions_pb.js';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';
import { notBegun } from './factor-changes.ts';
import { jsonOf, passkeysOf } from './passkeys.ts';

type From = Omit<SigningIn, 'cookies'>;

const boundTo = ({ session }: Principal): Bound => ({
  purpose: 'reauthenticate',
  session: session ?? '',
});

/**
 * When the caller last confirmed who they are, and how they can again.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_SESSION` for tokens.
 */
export async function describeAuthentication(principal: Principal): Promise<AuthenticationJson> {
  const session = await committed.first('Session', is('uid', principal.session ?? ''));
  if (session === null) {
    throw refusal('NO_SESSION', 'only a session can be authenticated again');
  }
  const account = await findOwnAccount(principal);
  const passkeys =
    account === null ? 0 : await committed.count('Passkey', activeFactors(account.email));
  const id = session.provider?.replaceAll('/', '.') ?? '';
  const provider = await findProvider(id);
  const isLacking = await lacksSecondFactor(session);
  return {
    authenticatedTime: authenticatedAt(session).toISOString(),
    recent: isFresh(session) && !isLacking,
    password: account !== null && !isLacking,
    passkey: passkeys > 0,
    ...(provider !== null && { provider: { id, name: provider.name } }),
  };
}

/**
 * The options with which a passkey of the caller confirms who they are.
 *
 * @throws ApiError as {@link ownAccount}; FAILED_PRECONDITION `NO_PASSKEY`.
 */
export async function passkeyReauthentication(principal: Principal): Promise<PasskeyOptionsJson> {
  const { email } = await ownAccount(principal);
  const known = await passkeysOf(email);
  const challenge = newChallenge(boundTo(principal), Date.now());
  return { options: jsonOf(await requestOptions({ challenge, known, isAlone: true })) };
}

/**
 * The session of the request counts as signed in now. A wrong password is recorded, since it may be by
 * somebody else at an unlocked computer.
 *
 * @throws ApiError as {@link ownAccount} and {@link requirePassword}; FAILED_PRECONDITION
 *   `SECOND_FACTOR_NOT_SHOWN` if the account has one that the session has not shown.
 */
export async function reauthenticateByPassword(
  principal: Principal,
  password: string,
  client: From,
): Promise<void> {
  const account = await ownAccount(principal);
  try {
    await requirePassword(account, password);
  } catch (error) {
    if (isApiError(error)) recordRefusal(account, client, error.status);
    throw error;
  }
  await transaction(async (tx) => {
    const session = await tx.first('Session', is('uid', principal.session ?? ''));
    if (session !== null && (await lacksSecondFactor(session, tx))) {
      throw refusal(
        'SECOND_FACTOR_NOT_SHOWN',
        'your account has a second factor since this session began; confirm with a passkey, or sign out and sign in with it',
      );
    }
    await renew(tx, principal, client);
  });
}

/**
 * As {@link reauthenticateByPassword}, with one of the caller's passkeys.
 *
 * @throws ApiError INVALID_ARGUMENT on `credential`; FAILED_PRECONDITION `NOT_BEGUN` without a
 *   challenge of this session; RESOURCE_EXHAUSTED after repeated failures.
 */
export async function reauthenticateByPasskey(
  principal: Principal,
  answer: AssertionAnswer,
  client: From,
): Promise<void> {
  const account = await ownAccount(principal);
  const challenge = challengeIn(answer.response) ?? '';
  if (!isLive(challenge, boundTo(principal), Date.now())) throw notBegun();
  const attempted = [
    { what: `passkey:${answer.id} from ${client.network}` },
    attemptsFrom('passkey', client.network),
  ];
  await countAttempt(attempted);
  const { right } = await comparedAnswer(answer, challenge, {
    email: account.email,
    isAlone: true,
  });
  const outcome =
    right === null
      ? 'WrongPasskey'
      : await transaction(async (tx) => {
          const accepted = await acceptPasskey(tx, right, client);
          if (typeof accepted !== 'string') await renew(tx, principal, client, right.passkey);
          return accepted;
        });
  if (outcome === 'PasskeyEnded') throw notBegun();
  if (outcome === 'WrongPasskey') {
    recordRefusal(account, client);
    throw invalidField('credential', 'is not the right answer of one of your passkeys');
  }
  await forgetAttempts(attempted);
}

function recordRefusal(account: RowOf<'Account'>, client: From, status = ''): void {
  const result = status === 'RESOURCE_EXHAUSTED' ? status : 'UNAUTHENTICATED';
  recordFailure(account, client, result, 'session.reauthenticated');
}

/** @param passkey the one that the session has just shown, which a policy may ask for. */
async function renew(
  tx: Transaction,
  principal: Principal,
  client: Client,
  passkey?: RowOf<'Passkey'>,
): Promise<void> {
  const { session = '' } = principal;
  const whereSession = is('uid', session);
  const renewed = await tx.note('Session', whereSession, {
    authenticatedTime: new Date(),
    longestPause: 0,
  });
  if (renewed === 0) throw unauthenticated('the session has ended');
  if (passkey !== undefined) {
    // Of several passkeys, the one that has counted for the longest time decides.
    const before = (await tx.first('Session', whereSession))?.passkeySince ?? null;
    const since = countsSince(passkey);
    const passkeySince = before !== null && before < since ? before : since;
    await tx.note('Session', whereSession, {
      secondFactor: true,
      factorTime: new Date(),
      passkeyShown: true,
      passkeySince,
    });
  }
  await recordAccess(tx, 'session.reauthenticated', principal, { ...client, credential: session });
}
