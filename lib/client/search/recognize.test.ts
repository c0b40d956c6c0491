import { expect, it } from 'vitest';
import { recognize } from '#lib/client/search/recognize.ts';

const ROOT = '0123456789'.repeat(4);
const CHILD = `${ROOT}/0123456789abcdef`;
const DIGEST = `sha256:${'ab12'.repeat(16)}`;

it.each([
  ['', null],
  [' a ', null],
  ['pay', { kind: 'text', text: 'pay' }],
  [' Ada Lovelace ', { kind: 'text', text: 'Ada Lovelace' }],
  [ROOT, { kind: 'uid', uid: ROOT }],
  [`${CHILD}\n`, { kind: 'uid', uid: CHILD }],
  [CHILD.toUpperCase(), { kind: 'uid', uid: CHILD }],
  [CHILD.replace('/', '.'), { kind: 'uid', uid: CHILD }],
  [`${CHILD}/`, { kind: 'text', text: `${CHILD}/` }],
  [ROOT.slice(1), { kind: 'text', text: ROOT.slice(1) }],
  [DIGEST, { kind: 'digest', digest: DIGEST }],
  [`registry.example.com/nginx@${DIGEST}`, { kind: 'digest', digest: DIGEST }],
  [DIGEST.slice(0, -1), { kind: 'text', text: DIGEST.slice(0, -1) }],
  ['cve-2022-37434', { kind: 'vulnerability', id: 'CVE-2022-37434' }],
  ['GHSA-CFMR-vrgj-vqwv', { kind: 'vulnerability', id: 'GHSA-cfmr-vrgj-vqwv' }],
  ['CGA-2345-xv2f-p22q', { kind: 'vulnerability', id: 'CGA-2345-xv2f-p22q' }],
  ['CVE-2022', { kind: 'text', text: 'CVE-2022' }],
  [
    'repo:acme/app:ref:refs/heads/main',
    { kind: 'text', text: 'repo:acme/app:ref:refs/heads/main' },
  ],
])('takes %j for %j', (input, sought) => {
  expect(recognize(input)).toEqual(sought);
});
