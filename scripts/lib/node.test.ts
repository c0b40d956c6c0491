import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-node-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Writes an executable that notes its folder and arguments, and prints the line. */
function standIn(name: string, line: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "$(pwd) $(ls) $@" >> "${file}.args"\necho "${line}"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Runs the download of a newer Node.js with these programs first on the path. */
function bring(cache: string) {
  const module = join(import.meta.dirname, 'node.mjs');
  const script = `process.exitCode = await (await import('${module}')).runOnNewer('${cache}')`;
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  delete env['GROVE_NODE_BROUGHT'];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, 'x'],
    { env, encoding: 'utf8' },
  );
  return { status, stderr };
}

it('fetches one exact version, and remembers only that one', () => {
  const cache = join(folder, 'cache');
  const other = standIn('other', 'v26.9.0');
  standIn('npx', standIn('brought', 'v26.10.0'));
  mkdirSync(cache);
  writeFileSync(join(cache, 'node-path'), `${other}\n`);
  for (const _ of ['fetched', 'remembered']) expect(bring(cache)).toMatchObject({ status: 0 });
  const asked = readFileSync(join(folder, 'npx.args'), 'utf8').trim().split('\n');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/ node@26\.10\.0 /);
  // In a folder without a package, npx would run what others put into the folders above.
  expect(asked[0]).toMatch(`${realpathSync(cache)}/node package.json `);
});

it('says in one line what to do where it may not keep one', () => {
  // A file in its place, since root may write every folder.
  const cache = join(folder, 'cache');
  writeFileSync(cache, '');
  expect(bring(cache)).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^grove: Node\.js 22\.18 or newer is needed, .*: install it, or let this user write .*cache\n$/,
    ) as string,
  });
});
