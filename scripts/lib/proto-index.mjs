/**
 * One module that names every definition, so that a new one is found without a list: those of the API, and
 * those of signing in, which only REST has.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'grove-files';

/** @param {string} folder what buf generated into */
export function writeProtoIndex(folder) {
  const paths = readdirSync(join(folder, 'grove'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('_pb.js'))
    .sort();
  const imports = paths.map((path) => `import { ${constantOf(path)} } from './grove/${path}';\n`);
  const isOfSignIn = (/** @type {string} */ path) => path.startsWith('auth/');
  const lists = {
    GROVE_FILES: paths.filter((path) => !isOfSignIn(path)),
    SIGN_IN_FILES: paths.filter(isOfSignIn),
  };
  const exported = Object.entries(lists).map(
    ([name, files]) => `export const ${name} = [${files.map(constantOf).join(', ')}];\n`,
  );
  const declared = Object.keys(lists).map(
    (name) => `export declare const ${name}: readonly DescFile[];\n`,
  );
  writeFileSync(join(folder, `${NAME}.js`), imports.join('') + exported.join(''));
  writeFileSync(
    join(folder, `${NAME}.d.ts`),
    `import type { DescFile } from '@bufbuild/protobuf';\n${declared.join('')}`,
  );
}

/** @param {string} path */
const constantOf = (path) => `file_grove_${path.slice(0, -'_pb.js'.length).replaceAll('/', '_')}`;

/** @param {string} folder */
export const protoIndexOf = (folder) => join(folder, `${NAME}.js`);
