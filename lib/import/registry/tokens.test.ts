import { expect, it } from 'vitest';
import { Authorization, type Credentials, type FetchToken } from './tokens.ts';

const PAIR = { username: 'robot', password: 's3cret' };
const BASIC = `Basic ${Buffer.from('robot:s3cret').toString('base64')}`;
const BEARER = 'Bearer realm="https://registry.example/token"';
const SCOPE = 'repository:shop:pull';

/** @param status what the token server answers */
function signIn(credentials: Credentials, status = 200) {
  const fetchToken: FetchToken = async ({ authorize }) => {
    authorize();
    return { status, body: '{"token":"t0"}' };
  };
  const authorization = new Authorization(credentials, fetchToken);
  const asking = { scope: SCOPE, signal: new AbortController().signal };
  return async (challenge: string, sent: string | null = null) => {
    await authorization.answer(asking, challenge, sent);
    return authorization.header(SCOPE);
  };
}

it.each([
  ['a token', BEARER, 'Bearer t0'],
  ['a token where a password would do as well', `Basic realm="r", ${BEARER}`, 'Bearer t0'],
  ['a token after a challenge of another kind', `Negotiate YWJj==, ${BEARER}`, 'Bearer t0'],
  ['the password where no token server is named', 'Bearer service="x", Basic', BASIC],
])('sends %s', async (_, challenge, header) => {
  expect(await signIn(PAIR)(challenge)).toBe(header);
});

it('sends the password where a token was not enough', async () => {
  const answer = signIn(PAIR);
  const token = await answer(BEARER);
  expect(await answer('Basic realm="harbor"', token)).toBe(BASIC);
});

it('sends the password where there is no token to be had', async () => {
  expect(await signIn(PAIR, 404)(`Basic realm="r", ${BEARER}`)).toBe(BASIC);
});

it.each<[string, Credentials, string, string | null, RegExp]>([
  ['a password that was sent', PAIR, 'Basic', BASIC, /refuses the user name and password$/],
  ['a token, with no password', null, 'Basic', 'Bearer t0', /asks for a user name and password$/],
  [
    'a kind that Grove does not know',
    PAIR,
    'Negotiate',
    null,
    /does not know; no password was sent$/,
  ],
])('says what is refused: %s', async (_, credentials, challenge, sent, message) => {
  await expect(signIn(credentials)(challenge, sent)).rejects.toThrow(message);
});

it.each<[Credentials, RegExp]>([
  [null, /status 404 and no token; no password was sent$/],
  [PAIR, /status 404 and no token; the password was sent$/],
])('says why there is no token, and what the token server has seen', async (pair, message) => {
  await expect(signIn(pair, 404)(BEARER)).rejects.toThrow(message);
});
