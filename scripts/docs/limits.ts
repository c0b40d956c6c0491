/** The tables of limits in docs/api.md and docs/advisories.md. */
import { MAX_DEPTH, MAX_VALUES } from '#lib/aip/json.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#lib/aip/pagination.ts';
import { MAX_GROUP_LEVELS } from '#lib/aip/uid.ts';
import { OF_A_NETWORK, OF_AN_ACCOUNT, TO_A_MAILBOX } from '#lib/auth/attempts/link-limits.ts';
import { MAX_TOKEN_LENGTH } from '#lib/auth/tokens/claims.ts';
import { MAX_INSTRUCTIONS } from '#lib/auth/matching/patterns.ts';
import { MAX_IDENTITIES, MAX_TTL_S } from '#lib/auth/tokens/exchange.ts';
import * as imports from '#lib/import/advisories/files/limits.ts';
import { TIME_LIMITS } from '#lib/import/advisories/files/reading-time.ts';
import { MAX_ALIASES } from '#lib/import/advisories/files/yaml-nodes.ts';
import { FOR_EACH_CALLER } from '#lib/service/advisories/file-concurrency.ts';
import { PAGE_BYTES } from '#lib/store/tables/large.ts';
import * as filters from '#lib/service/calls/filters.ts';
import { MAX_DOMAINS } from '#lib/service/groups/domains.ts';
import { MAX_FACTORS_OF_A_KIND } from '#lib/service/people/factor-changes.ts';
import { MAX_EVENTS } from '#lib/service/registries/registry-events.ts';
import { MAX_ALIKE } from '#lib/service/rules/alike-identities.ts';
import { MAX_COMING } from '#lib/service/rules/role-binding.ts';
import { MAX_INSTRUCTIONS_OF_A_BODY } from '#lib/service/rules/pattern-violations.ts';
import { MAX_OWN_VIEWS } from '#lib/service/rules/saved-view.ts';
import { standardOf } from '#lib/settings/declared.ts';
import type { SettingName } from '#lib/settings/declared.ts';
import * as bytes from '#lib/transport/http/limits.ts';
import { MAX_PATH_LENGTH } from '#lib/transport/http/paths.ts';
import { MAX_QUERY_LENGTH } from '#lib/transport/http/query.ts';
import { code, table } from './tables.ts';

type Row = readonly [what: string, limit: string, beyond: string];

const number = (value: number) => value.toLocaleString('en');

const UNITS = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
] as const;

function size(value: number): string {
  const [unit, name] = UNITS.find(([one]) => value % one === 0) ?? [1, 'bytes'];
  return `${number(value / unit)} ${name}`;
}

/** A limit that an operator sets. */
const set = (name: SettingName, unit: string) => `${standardOf(name)} ${unit} (${code(name)})`;

const INVALID = 'INVALID_ARGUMENT';
const EXHAUSTED = 'RESOURCE_EXHAUSTED';
const UNMET = 'FAILED_PRECONDITION';

const REQUESTS: readonly Row[] = [
  ['headers', size(bytes.MAX_HEADER_BYTES), `${INVALID} with status 431`],
  ['path', `${number(MAX_PATH_LENGTH)} characters`, INVALID],
  ['query of the address', `${number(MAX_QUERY_LENGTH)} characters`, INVALID],
  ['token', `${number(MAX_TOKEN_LENGTH)} characters`, 'UNAUTHENTICATED'],
  ['body', size(bytes.MAX_BODY_BYTES), `${INVALID}; ${EXHAUSTED} over gRPC`],
  ['body of `/sts`, `/oauth`, `/auth/v1`, `/api/auth`', size(bytes.MAX_CREDENTIALS_BYTES), INVALID],
  ['file of advisories', size(bytes.MAX_UPLOAD_BYTES), INVALID],
  ['members and elements of a body', number(MAX_VALUES), INVALID],
  ['levels of nesting of a body', number(MAX_DEPTH), INVALID],
  [
    '`page_size`',
    `${DEFAULT_PAGE_SIZE} unless given, at most ${MAX_PAGE_SIZE}`,
    `counts as ${MAX_PAGE_SIZE}`,
  ],
  [
    'large fields of a page',
    size(PAGE_BYTES),
    `the page ends with that row; ${INVALID} with \`skip\``,
  ],
  [
    'message of a page over gRPC',
    'less than 4 MiB, which clients take by themselves',
    `the page ends before that row; ${INVALID} with \`skip\``,
  ],
  ['values of a repeated filter', number(filters.MAX_FILTER_VALUES), INVALID],
  ['value of a filter', `${number(filters.MAX_VALUE_LENGTH)} characters`, INVALID],
  ['search, or filter without an index', set('GROVE_SEARCH_TIMEOUT', 's'), 'DEADLINE_EXCEEDED'],
  ['imports of a caller at a time, and exports', number(FOR_EACH_CALLER), EXHAUSTED],
  ['events of a notification', number(MAX_EVENTS), INVALID],
  ['`expires_in` of an exchange', `${number(MAX_TTL_S)} s`, '`invalid_request`'],
  ['identities of an exchanged token', number(MAX_IDENTITIES), '`invalid_request`'],
];

const RATES: readonly Row[] = [
  [
    'links by e-mail in an hour',
    `${OF_AN_ACCOUNT} of an account, ${TO_A_MAILBOX} to an address, ${OF_A_NETWORK} of a network`,
    EXHAUSTED,
  ],
  [
    'audit records of an organization in a day',
    set('GROVE_AUDIT_QUOTA', 'MB'),
    '[records are joined](security.md#how-much-is-recorded)',
  ],
];

const RESOURCES_HELD: readonly Row[] = [
  ['levels of groups', number(MAX_GROUP_LEVELS), INVALID],
  ['instructions of a pattern', number(MAX_INSTRUCTIONS), INVALID],
  ['instructions of all patterns of a body', number(MAX_INSTRUCTIONS_OF_A_BODY), INVALID],
  ['identities with patterns for an issuer', number(MAX_ALIKE), EXHAUSTED],
  ['identities with the same issuer and subject', number(MAX_ALIKE), EXHAUSTED],
  [
    'bindings of a role to an identity at a group that have not ended',
    number(MAX_COMING),
    EXHAUSTED,
  ],
  ['domains of an organization', number(MAX_DOMAINS), EXHAUSTED],
  ['saved views of a person in a group', number(MAX_OWN_VIEWS), UNMET],
  ['second factors of a kind of an account', number(MAX_FACTORS_OF_A_KIND), UNMET],
];

export const limits = (): string =>
  table(['What', 'Limit', 'Beyond it'], [...REQUESTS, ...RATES, ...RESOURCES_HELD]);

export function importLimits(): string {
  const minutes = TIME_LIMITS.most / 60_000;
  return table(
    ['What', 'Limit'],
    [
      [
        'a record: an OSV record, an OpenVEX statement, an OpenVEX document without its statements',
        `${size(imports.MAX_RECORD_BYTES)}, ${number(imports.MAX_RECORD_VALUES)} values`,
      ],
      [
        'statements of one OpenVEX document on the same advisory, together',
        size(imports.MAX_RECORD_BYTES),
      ],
      ['aliases in the statements of one document', number(imports.MAX_NAMES)],
      [
        'flags, threats or remediations of a vulnerability in CSAF, counted for each product',
        `${number(imports.MAX_RECORD_VALUES)}, ${number(imports.MAX_REASONS_LENGTH)} characters of different texts`,
      ],
      ['an advisory in all', `${number(imports.MAX_ADVISORY_LENGTH)} characters`],
      [
        'a YAML document, unpacked',
        `${number(imports.MAX_YAML_BYTES)} bytes, ${number(imports.MAX_YAML_VALUES)} keys and values, ${MAX_ALIASES} references`,
      ],
      ['nesting of a JSON record', `${MAX_DEPTH} levels`],
      ['a file, unpacked', size(imports.MAX_FILE_BYTES)],
      [
        'an archive, unpacked',
        `${size(imports.MAX_ARCHIVE_BYTES)}, ${number(imports.MAX_ARCHIVE_FILES)} files`,
      ],
      ['an upload', size(bytes.MAX_UPLOAD_BYTES)],
      [
        'processor time of reading the files of an import',
        `${TIME_LIMITS.base / 1_000} s and ${TIME_LIMITS.perAdvisory} ms for each advisory; ${minutes} minutes`,
      ],
    ],
  );
}
