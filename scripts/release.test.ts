import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audit, pin, sbom } from './release.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-release-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A program of that name that prints a text. */
function program(name: string, output: string, code = 0): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${code}\n`);
  chmodSync(path, 0o755);
}

const logged = (method: 'log' | 'error') => vi.spyOn(console, method).mockReturnValue();

describe('the check for advisories', () => {
  const report = (vulnerabilities: object) =>
    JSON.stringify({
      vulnerabilities,
      metadata: { vulnerabilities: {}, dependencies: { total: 12 } },
    });

  it('names the packages that have some, and fails', async () => {
    const log = logged('log');
    const left = { severity: 'high', range: '<2', fixAvailable: false };
    program('npm', `npm warn old\n${report({ left })}`, 1);
    expect(await audit()).toBe(1);
    expect(log.mock.calls.flat()).toEqual([
      'high: left <2, not mended yet',
      '1 of 12 packages have advisories.',
    ]);
  });

  it('says that nothing was checked where the registry has none', async () => {
    const error = logged('error');
    const answer = { message: '404 Not Found - POST advisories/bulk', error: { summary: '' } };
    program('npm', JSON.stringify(answer), 1);
    expect(await audit()).toBe(2);
    expect(error.mock.calls.flat().join()).toContain('nothing was checked: 404 Not Found');
  });
});

it('lists what the program consists of', async () => {
  logged('log');
  program('npm', JSON.stringify({ bomFormat: 'CycloneDX', components: [{ name: 'next' }] }));
  const file = join(folder, 'sbom.json');
  expect(await sbom([file])).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ components: [{ name: 'next' }] });
});

describe('images', () => {
  const PROJECT = join(import.meta.dirname, '..');
  const DIGESTS = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`);

  const images = () =>
    ['deploy/Containerfile', 'deploy/compose.postgresql.yaml'].flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /(?:^ARG NODE=|^ +image: (?!grove$))(\S+)$/gm,
        ),
      ].map(([, image]) => image),
    );

  it('are pinned to the digests of their tags, and pinned again', async () => {
    logged('log');
    cpSync(join(PROJECT, 'deploy'), join(folder, 'deploy'), { recursive: true });
    const tags = images().map((image = '') => image.split('@')[0]);
    expect(tags).toHaveLength(3);
    for (const digest of DIGESTS) {
      program('skopeo', digest);
      await pin([folder]);
      expect(images()).toEqual(tags.map((tag) => `${tag}@${digest}`));
    }
  });
});
