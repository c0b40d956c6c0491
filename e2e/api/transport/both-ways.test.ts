import { expect } from 'vitest';
import { handleApi } from '#lib/transport/rest/rest.ts';
import { securityHeaders } from '#lib/transport/host/security-headers.ts';
import { grove, it } from '../fixtures.ts';
import { newGroup, newPerson } from '../support/people.ts';
import { insertRepo } from '../support/rows.ts';

/** Headers of a single connection or request, and those that the server adds to every response. */
const OWN = ['connection', 'content-length', 'date', 'keep-alive', 'vary', 'content-encoding'];
const ofTheServer = () => ['ratelimit', 'ratelimit-policy', ...Object.keys(securityHeaders())];

function steady(text: string): string {
  return text
    .replace(/"nextPageToken":"[^"]+"/, '"nextPageToken":"…"')
    .replace(/"requestId":"[^"]+"/, '"requestId":"…"');
}

async function described(response: Response): Promise<object> {
  const headers = Object.fromEntries(response.headers);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of [...OWN, ...ofTheServer(), 'x-request-id']) delete headers[name];
  return { status: response.status, headers, text: steady(await response.text()) };
}

it('answers the same over HTTP and as the function that route handlers export', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const repo = await insertRepo(group, 'one');
  await insertRepo(group, 'two');
  const stranger = await newPerson(grove);
  const paths = [
    `/iam/v2beta1/groups/${group}`,
    `/iam/v2beta1/groups/${encodeURIComponent(group)}`,
    `/iam/v2beta1/groups/./${group}/%2e`,
    `/registry/v2beta1/repos/${repo}`,
    `/registry/v2beta1/repos?uidp.descendants_of=${grove.rootUid}&page_size=1`,
    `/registry/v2beta1/repos?uidp.descendantsOf=${grove.rootUid}&order_by=name%20desc`,
    `/registry/v2beta1/repos/${repo}?name=one`,
    '/iam/v2beta1/roles?order_by=name&page_size=2&skip=1',
    '/iam/v2beta1/roles?order_by=nothing&page_size=x',
    '/iam/v2beta1/roles?name=%zz',
    '/iam/v2beta1/roles/%zz',
    '/iam/v2beta1/nothing',
    '/iam/v2beta1/groups:summarize',
    '/iam/v2beta1/',
    `/iam/v2beta1/groups/${'a'.repeat(3_000)}`,
  ];
  const tokens = [grove.ownerToken, stranger.token, 'nonsense', null];
  for (const path of paths) {
    for (const token of tokens) {
      const headers: Record<string, string> =
        token === null ? {} : { authorization: `Bearer ${token}` };
      const direct = await handleApi(new Request(grove.url + path, { headers }));
      const served = await fetch(grove.url + path, { headers });
      const label = `${path} ${token === null ? '' : token.slice(0, 10)}`;
      expect(await described(served), label).toEqual(await described(direct));
    }
  }
});
