// @module-tag http
// @module-tag next-long
/** A client generated from the OpenAPI document has types that need no assertions. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import { insertAdvisory } from '../support/rows.ts';

const PROGRAM = new URL('../../typed-client/program.ts', import.meta.url);
/** A folder within the project, so that the program finds its packages. */
const CACHE = join(import.meta.dirname, '../../../.cache');

let folder: string;
let program: string;

it.beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(CACHE, 'typed-client-'));
  const types = astToString(await openapiTS(new URL(`${grove.url}/openapi.json`)));
  writeFileSync(join(folder, 'grove-api.ts'), types);
  program = join(folder, 'program.ts');
  writeFileSync(program, readFileSync(PROGRAM));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const COMPILER = join(import.meta.dirname, '../../../node_modules/typescript-7/bin/tsc');

const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: [],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: true,
};

it('compiles with strict rules', () => {
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions: OPTIONS, files: [program] }));
  const { stdout, status } = spawnSync(process.execPath, [COMPILER, '--project', project], {
    encoding: 'utf8',
  });
  expect([stdout, status]).toEqual(['', 0]);
});

it('needs no assertion', () => {
  const source = ts.createSourceFile(
    program,
    readFileSync(program, 'utf8'),
    ts.ScriptTarget.ES2024,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isAssertion =
      ts.isNonNullExpression(node) || ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
    if (isAssertion || node.kind === ts.SyntaxKind.AnyKeyword) found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  expect(found).toEqual([]);
});

it('behaves as its types promise', async () => {
  await insertAdvisory(grove.rootUid, 'CGA-2222-3333-4444', { aliases: ['CVE-2024-1111'] });
  type Run = (url: string, token: string, root: string) => Promise<string[]>;
  const { run } = (await import(pathToFileURL(program).href)) as { run: Run };
  const lines = await run(grove.url, grove.ownerToken, grove.rootUid);
  expect(lines).toEqual([
    '57,TYPED,,false,24,24',
    'one,two',
    'ci: build, 24',
    'GROUPS.LIST',
    'ci is reader of typed',
    '1 0 true',
    'true 2',
    'grove.iam.role_binding.created.v1 OK',
    'CVE-2024-1111 under_investigation',
    'CGA-2222-3333-4444 cve-2024-1111',
    '1',
    'RESOURCE_NOT_EMPTY',
    'RESOURCE_NOT_EMPTY',
    'RESOURCE_NOT_EMPTY',
  ]);
});
