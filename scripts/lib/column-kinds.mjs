/** Generates the kind of each column from the schema, the only place that lists columns. */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'lib/generated/prisma/columns.ts';

/** The types of Prisma's schema. Any other name is a relation, which has no column. */
const KINDS = new Map([
  ['String', 'text'],
  ['Int', 'integer'],
  ['BigInt', 'bigint'],
  ['Boolean', 'boolean'],
  ['DateTime', 'time'],
  ['Json', 'json'],
]);

/** @param {string} schema the schema's path */
export function writeColumnKinds(schema) {
  const models = readFileSync(schema, 'utf8').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm);
  const tables = [...models].map(([, model = '', body = '']) => {
    const columns = [...body.matchAll(/^ {2}(\w+) +(\w+)\??(?: |$)/gm)].flatMap(
      ([, column, type = '']) =>
        KINDS.has(type) ? [`    ${column}: '${KINDS.get(type)}',\n`] : [],
    );
    return `  ${model}: {\n${columns.join('')}  },\n`;
  });
  writeFileSync(FILE, `export const COLUMN_KINDS = {\n${tables.join('')}} as const;\n`);
}

export const COLUMN_KINDS_FILE = FILE;
