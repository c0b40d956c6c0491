/** A token, key or identity ended by one process is refused by the others from the next request on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const IAM = '/iam/v2beta1';
/** Repetitions, enough to find a process that answers from its cache. */
const ROUNDS = 5;

let first: ServerProcess;
let second: Awaited<ReturnType<ServerProcess['beside']>>;

beforeAll(async () => {
  first = await newServerProcess();
  second = await first.beside();
  await first.start();
  await second.start();
});

afterAll(() => first.remove());

interface Asked {
  method?: string;
  token?: string;
  body?: object;
  form?: Record<string, string>;
}

async function ask(at: { address: string }, path: string, asked: Asked = {}) {
  const { method = 'GET', token = first.token, body, form } = asked;
  const response = await fetch(`http://${at.address}${path}`, {
    method: form === undefined && body === undefined ? method : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  const json = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, body: json };
}

const statusOf = async (at: { address: string }, token: string) =>
  (await ask(at, '/auth/v1/me', { token })).status;

const isActive = async (at: { address: string }, token: string) =>
  (await ask(at, '/oauth/introspect', { form: { token } })).body['active'];

/** Checks that both processes accept the token, so that both have cached it. */
async function expectKnown(token: string): Promise<void> {
  for (const at of [first, second]) expect(await statusOf(at, token)).toBe(200);
}

it('a revoked token, a deleted key and a blocked identity end at all processes', async () => {
  const claimMatch = { issuer: 'https://people.example.com', subject: 'machine' };
  const person = { name: 'machine', claimMatch };
  const path = `${IAM}/identities/${first.rootUid}`;
  const uid = String((await ask(first, path, { body: person })).body['uid']);
  await openDatabase();
  const tokens = await Promise.all(Array.from({ length: ROUNDS }, () => mintToken(uid, 600)));
  const last = await mintToken(uid, 600);
  await closeDatabase();
  for (const [round, token] of tokens.entries()) {
    const [here, there] = round % 2 === 0 ? [first, second] : [second, first];
    await expectKnown(token);
    expect(await isActive(there, token)).toBe(true);
    expect((await ask(here, '/oauth/revoke', { form: { token } })).status).toBe(200);
    expect([await statusOf(there, token), await isActive(there, token)]).toEqual([401, false]);

    const made = { name: `key ${round}`, identityUid: uid, ttl: '600s' };
    const { body: key } = await ask(here, `${IAM}/identityKeys/${first.rootUid}`, { body: made });
    await expectKnown(String(key['key']));
    await ask(here, `${IAM}/identityKeys/${String(key['uid'])}`, { method: 'DELETE' });
    expect(await statusOf(there, String(key['key']))).toBe(401);

    await expectKnown(last);
    await ask(here, `${IAM}/identities:block`, { body: { uid } });
    expect([await statusOf(there, last), await isActive(there, last)]).toEqual([401, false]);
    await ask(here, `${IAM}/identities:unblock`, { body: { uid } });
  }
});
