import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from '#lib/client/curl.ts';

/** The arguments that a shell would pass to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; GROVE_TOKEN=secret; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('lists with a token from the environment', () => {
  const command = curlOf('http://localhost:3000', {
    method: 'GET',
    path: '/iam/v2beta1/groups?order_by=name+desc',
  });
  expect(command).not.toContain('secret');
  expect(argumentsOf(command)).toEqual([
    '-H',
    'Authorization: Bearer secret',
    'http://localhost:3000/iam/v2beta1/groups?order_by=name+desc',
  ]);
});

it('keeps every character of a body', () => {
  const body = { description: `it's "$HOME" \`id\` \\ \n end` };
  const command = curlOf('http://localhost:3000', {
    method: 'PATCH',
    path: '/iam/v2beta1/groups/1?updateMask=description',
    body,
    ifMatch: '"3"',
  });
  expect(argumentsOf(command)).toEqual([
    '-X',
    'PATCH',
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'If-Match: "3"',
    '-H',
    'Content-Type: application/json',
    '--data',
    JSON.stringify(body),
    'http://localhost:3000/iam/v2beta1/groups/1?updateMask=description',
  ]);
});

it('sends a file, and keeps one', () => {
  const sent = curlOf('http://localhost:3000', {
    method: 'POST',
    path: '/vulnerabilities/v2beta1/advisories:import?group_uid=1',
    file: "it's all.zip",
  });
  expect(argumentsOf(sent)).toEqual([
    '-X',
    'POST',
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'Content-Type: application/octet-stream',
    '--data-binary',
    "@it's all.zip",
    'http://localhost:3000/vulnerabilities/v2beta1/advisories:import?group_uid=1',
  ]);
  const kept = curlOf('http://localhost:3000', { method: 'GET', path: '/a', isDownload: true });
  expect(argumentsOf(kept).at(-2)).toBe('-OJ');
});
