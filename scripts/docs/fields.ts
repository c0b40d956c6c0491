/** The table of docs/advisories.md on the end of each field of the formats that are imported. */
import { FIELDS } from '../../e2e/support/advisory-fields/index.ts';
import { code, table } from './tables.ts';

const EXPORTS: Readonly<Record<string, string>> = { openvex: 'OpenVEX', osv: 'OSV', yaml: 'YAML' };

function place(path: string): string {
  const [format = '', inside] = path.split(':');
  return inside === undefined ? code(path) : `${EXPORTS[format] ?? format} ${code(inside)}`;
}

export const fields = (): string =>
  table(
    ['Format', 'Field', 'What becomes of it', 'Lost, and why'],
    Object.entries(FIELDS).flatMap(([format, all]) =>
      all.map(({ name, becomes, lost }) => {
        const kept = becomes.length === 0 ? 'nothing' : becomes.map(place).join(', ');
        return [format, name, kept, lost];
      }),
    ),
  );
