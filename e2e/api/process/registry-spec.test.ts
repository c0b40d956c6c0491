/**
 * A registry that follows version 1.1 of the distribution specification: over https with its own
 * certificate authority, with a token server, a paged referrers list, and an image that umoci made
 * and skopeo pushed.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect } from 'vitest';
import { newCertificates } from '../../support/certificates.ts';
import { pushImage, pushManifest } from '../../support/images.ts';
import type { Pushed } from '../../support/images.ts';
import { startSpecRegistry } from '../../support/spec-registry.ts';
import type { SpecRegistry } from '../../support/spec-registry.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';
import { newSource, reposOf, SOURCES, sync, tagsOf } from '../support/registry-sources.ts';

const ACCOUNT = { username: 'robot', password: 'of this test' };
const OCI = 'application/vnd.oci.image.manifest.v1+json';

const tls = newCertificates();
let plain: SpecRegistry;
let secure: SpecRegistry;

it.beforeAll(async () => {
  [plain, secure] = await Promise.all([
    startSpecRegistry({ referrersPage: 2 }),
    startSpecRegistry({ account: ACCOUNT, tls }),
  ]);
});

afterAll(() => Promise.all([plain.close(), secure.close()]));

async function sourceOf(body: Json): Promise<{ group: string; source: string }> {
  const group = await newGroup(grove, grove.rootUid);
  return { group, source: await newSource(grove, group, body) };
}

const signatureOf = ({ digest, size, mediaType }: Pushed, number: number) =>
  ({
    schemaVersion: 2,
    mediaType: OCI,
    artifactType: 'application/vnd.example.signature',
    config: {
      mediaType: 'application/vnd.oci.empty.v1+json',
      digest: `sha256:${'4'.repeat(64)}`,
      size: 2,
    },
    layers: [],
    subject: { mediaType, digest, size },
    annotations: { number: String(number) },
  }) as { mediaType: string };

it('lists the referrers of an image, page by page', async () => {
  const image = await pushImage(plain, 'signed', 'v1');
  const signatures: Pushed[] = [];
  for (let number = 0; number < 5; number += 1) {
    signatures.push(await pushManifest(plain, 'signed', null, signatureOf(image, number)));
  }
  const { group, source } = await sourceOf({ url: plain.url });
  expect((await sync(grove, source))['lastSync']).toMatchObject({
    outcome: 'SUCCEEDED',
    skipped: 0,
  });
  const [repo] = await reposOf(grove, group);
  const [tag] = await tagsOf(grove, repo);
  expect(tag).toMatchObject({
    name: 'v1',
    referrers: signatures.map(({ digest, size }) => ({
      digest,
      artifactType: 'application/vnd.example.signature',
      sizeBytes: String(size),
      tag: '',
    })),
  });
  // A registry with a referrers list needs no tag for referrers.
  expect(plain.seen.some((line) => line.includes('/manifests/sha256-'))).toBe(false);
});

it('keeps an image of umoci and skopeo as skopeo sees it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-image-'));
  const [layout, target] = [join(folder, 'image'), `docker://127.0.0.1:${plain.port}/tools/made`];
  // Runs in another process, because this process is the registry.
  const run = async (command: string, ...args: string[]) =>
    (await promisify(execFile)(command, args)).stdout;
  try {
    await run('umoci', 'init', '--layout', layout);
    await run('umoci', 'new', '--image', `${layout}:v1`);
    await run('umoci', 'config', '--image', `${layout}:v1`, '--architecture', 'arm64');
    const insecure = ['--insecure-policy', 'copy', '--dest-tls-verify=false'];
    await run('skopeo', ...insecure, `oci:${layout}:v1`, `${target}:v1`);
    const seen = await run('skopeo', 'inspect', '--tls-verify=false', `${target}:v1`);
    const { group, source } = await sourceOf({ url: plain.url });
    await sync(grove, source);
    const made = (await reposOf(grove, group)).find(({ name }) => name === 'tools/made');
    const { Digest, Architecture } = JSON.parse(seen) as Record<string, string>;
    expect(await tagsOf(grove, made)).toMatchObject([
      { name: 'v1', digest: Digest, architectures: [Architecture] },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Pushes over https, to a certificate that this process does not trust. */
async function pushSecurely(repository: string, tag: string): Promise<void> {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    await pushImage(secure, repository, tag);
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  }
}

it('is read over https once its authority is named, with tokens for each repository', async () => {
  await pushSecurely('one', 'v1');
  await pushSecurely('two', 'v1');
  const { group, source } = await sourceOf({ url: secure.url, ...ACCOUNT });
  const refused = await sync(grove, source);
  expect(refused).toMatchObject({ state: 'FAILED' });
  expect(String((refused['lastSync'] as Json)['error'])).toMatch(/cannot be reached$/);
  const path = `${SOURCES}/${source}`;
  ok(await grove.patch(path, { caCertificate: newCertificates().authority }));
  expect(await sync(grove, source)).toMatchObject({ state: 'FAILED' });

  const changed = ok(await grove.patch(path, { caCertificate: `\n${tls.authority}\n` }));
  expect(changed['caCertificate']).toBe(tls.authority.trim());
  secure.seen.length = 0;
  expect((await sync(grove, source))['lastSync']).toMatchObject({
    outcome: 'SUCCEEDED',
    created: 2,
    skipped: 0,
  });
  expect(await reposOf(grove, group)).toHaveLength(2);
  const scopes = secure.seen.flatMap(
    (line) => /^GET \/token\?.*scope=([^&]+)/.exec(line)?.[1] ?? [],
  );
  expect([...new Set(scopes)].map(decodeURIComponent)).toEqual([
    'registry:catalog:*',
    'repository:one:pull',
    'repository:two:pull',
  ]);
});

it('is trusted by its own certificate too', async () => {
  const { source } = await sourceOf({ url: secure.url, ...ACCOUNT, caCertificate: tls.cert });
  expect((await sync(grove, source))['lastSync']).toMatchObject({ outcome: 'SUCCEEDED' });
});

it.each([
  ['text', 'a certificate'],
  ['a key', tls.key],
  ['a certificate with its key', `${tls.authority}${tls.key}`],
  ['a certificate that is cut short', tls.authority.slice(0, -100)],
  ['a block that is not one', tls.authority.replace(/\n[\w+/]{8}/, '\nAAAAAAAA')],
  ['more than 64 KiB', tls.authority.repeat(200)],
])('refuses %s as its certificate', async (_, caCertificate) => {
  const group = await newGroup(grove, grove.rootUid);
  const answer = await grove.post(`${SOURCES}/${group}`, { url: secure.url, caCertificate });
  expect(badFields(answer)).toEqual(['caCertificate']);
});

it('is reported with each of several certificates, and forgotten when it is cleared', async () => {
  const both = `# ours\n${tls.authority}# theirs\n${tls.cert}`.trim();
  const { source } = await sourceOf({ url: secure.url, caCertificate: both });
  const path = `${SOURCES}/${source}`;
  expect(ok(await grove.get(path))['caCertificate']).toBe(both);
  const cleared = ok(await grove.patch(`${path}?updateMask=caCertificate`, {}));
  expect(cleared['caCertificate']).toBe('');
});
