/** One module that names every definition of the API, so that a new one is found without a list. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'grove-files';

/** @param {string} folder what buf generated into */
export function writeProtoIndex(folder) {
  const paths = readdirSync(join(folder, 'grove'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('_pb.js'))
    .sort();
  const constants = paths.map(
    (path) => `file_grove_${path.slice(0, -'_pb.js'.length).replaceAll('/', '_')}`,
  );
  const imports = constants.map((name, at) => `import { ${name} } from './grove/${paths[at]}';\n`);
  writeFileSync(
    join(folder, `${NAME}.js`),
    `${imports.join('')}export const GROVE_FILES = [${constants.join(', ')}];\n`,
  );
  writeFileSync(
    join(folder, `${NAME}.d.ts`),
    `import type { DescFile } from '@bufbuild/protobuf';\nexport declare const GROVE_FILES: readonly DescFile[];\n`,
  );
}

/** @param {string} folder */
export const protoIndexOf = (folder) => join(folder, `${NAME}.js`);
