// @module-tag v1
import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { bind, newGroup, newPerson } from '../support/people.ts';

const IAM = '/iam/v2beta1';

/** Sends a body in two parts, and runs `meanwhile` in between. */
function slowly(
  method: string,
  path: string,
  { token, body, type }: { token: string; body: string; type: string },
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; body: Json }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(grove.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        'content-length': Buffer.byteLength(body),
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const json = text.startsWith('{') ? (JSON.parse(text) as Json) : {};
        resolve({ status: response.statusCode ?? 0, body: json });
      });
    });
    const half = Math.floor(body.length / 2);
    request.write(body.slice(0, half));
    // The server has now read the headers and identified the caller.
    wait(100)
      .then(meanwhile)
      .then(() => request.end(body.slice(half)), reject);
  });
}

const names = async (group: string): Promise<string[]> => {
  const { groups } = ok(await grove.get(`${IAM}/groups?uidp.children_of=${group}`));
  return (groups as Json[]).map(({ name }) => String(name));
};

describe('a request whose body arrives after its caller has lost access', () => {
  it.each(['binding', 'identity'])('writes nothing: the %s is deleted meanwhile', async (what) => {
    const person = await newPerson(grove);
    const group = await newGroup(grove, grove.rootUid);
    const binding = await bind(grove, group, person.uid, 'owner');
    const lost =
      what === 'binding' ? `roleBindings/${String(binding['uid'])}` : `identities/${person.uid}`;
    const body = JSON.stringify({ name: 'too late', description: 'x'.repeat(200) });
    const answer = await slowly(
      'POST',
      `${IAM}/groups/${group}`,
      { token: person.token, body, type: 'application/json' },
      async () => okEmpty(await grove.del(`${IAM}/${lost}`)),
    );
    expect(answer.status).toBe(what === 'binding' ? 403 : 401);
    expect(await names(group)).toEqual([]);
  });

  it('imports no further batch', async () => {
    const person = await newPerson(grove);
    const group = await newGroup(grove, grove.rootUid);
    const binding = await bind(grove, group, person.uid, 'owner');
    const record = (n: number) =>
      JSON.stringify({
        schema_version: '1.7.0',
        id: `GO-2026-${1000 + n}`,
        modified: '2026-01-01T00:00:00Z',
        summary: 'x',
        affected: [{ package: { ecosystem: 'Go', name: 'example.com/m' } }],
      });
    const body = Array.from({ length: 50 }, (_, n) => record(n)).join('\n');
    const answer = await slowly(
      'POST',
      `/vulnerabilities/v2beta1/advisories:import?group_uid=${group}`,
      { token: person.token, body, type: 'application/x-ndjson' },
      async () => okEmpty(await grove.del(`${IAM}/roleBindings/${String(binding['uid'])}`)),
    );
    expect(answer.status).toBe(403);
    const list = await grove.get(`/vulnerabilities/v2beta1/advisories?uidp.children_of=${group}`);
    expect(ok(list)['totalCount']).toBe('0');
  });
});
