import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { run } from '../../../scripts/lib/child.mjs';
import { hasPythonGrpc } from '../../../scripts/lib/test-programs.mjs';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-python-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const PROTO = join(import.meta.dirname, '../../../proto');

it.skipIf(!hasPythonGrpc())('serves a client in Python made from the published files', async () => {
  const plugin = '--plugin=protoc-gen-grpc=/usr/bin/grpc_python_plugin';
  const out = [`--python_out=${folder}`, `--grpc_out=${folder}`];
  const files = globSync('{google,grove}/**/*.proto', { cwd: PROTO });
  execFileSync('/usr/bin/protoc', ['-I', PROTO, plugin, ...out, ...files]);
  const script = join(import.meta.dirname, '../support/grpc-client.py');
  const address = new URL(grove.url).host.replace('localhost', '127.0.0.1');
  const args = [script, folder, address, grove.ownerToken, grove.rootUid];
  const { code, output } = await run('/usr/bin/python3', args, { quiet: true });
  expect(code, output).toBe(0);
  const answers = JSON.parse(output) as Json;
  expect(answers).toEqual({
    made: [expect.stringContaining(`${grove.rootUid}/`), 'snakes', 'From Python', thisYear()],
    changed: ['snakes', ''],
    page: [1, ['snakes']],
    roles: ['owner'],
    invalid: {
      code: 'INVALID_ARGUMENT',
      message: 'Invalid argument: name: may have small letters from a to z, digits, blanks, . _ -',
      reason: 'INVALID_ARGUMENT',
      fields: ['name'],
    },
    anonymous: {
      code: 'UNAUTHENTICATED',
      message: 'Unauthenticated: there is no token and no session',
      reason: 'UNAUTHENTICATED',
      fields: [],
    },
  });
});

function thisYear(): string {
  return String(new Date().getUTCFullYear());
}
