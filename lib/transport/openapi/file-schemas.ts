/** The schemas of the responses of imports and exports of advisories. */
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });
const time = (description: string): JsonObject => ({ ...text(description), format: 'date-time' });
const list = (items: JsonValue, description: string): JsonObject => ({
  type: 'array',
  items,
  description,
});

function object(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', required: [...required], properties, additionalProperties: false };
}

const texts = (description: string): JsonObject => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description,
});

/** It has an `@id` or `identifiers`. */
const named = (part: string, inner: JsonObject = {}): JsonObject =>
  object([], {
    '@id': text(`The package URL of the ${part}.`),
    identifiers: texts('Other names that a statement gave it, by their kind.'),
    hashes: texts('Its hashes by their algorithm.'),
    ...inner,
  });

const COMPONENT = named('component');

const PRODUCT = named('artifact', {
  subcomponents: list(COMPONENT, 'The component of the artifact that has the vulnerability.'),
});

const VULNERABILITY: JsonObject = {
  ...object(['name'], {
    name: text('The id of the vulnerability, a public one if there is one.'),
    description: text('What the vulnerability is.'),
    aliases: list({ type: 'string' }, 'Other ids of the vulnerability.'),
  }),
  description: 'What the statement is about.',
};

const STATEMENT = object(['@id', 'vulnerability', 'timestamp', 'products', 'status'], {
  '@id': text('Names the statement.'),
  vulnerability: VULNERABILITY,
  timestamp: time('When the status was determined.'),
  products: list(PRODUCT, 'The artifact.'),
  status: {
    type: 'string',
    enum: ['not_affected', 'affected', 'fixed', 'under_investigation'],
    description: 'How the vulnerability affects the artifact.',
  },
  status_notes: text('A remark on the status.'),
  justification: {
    type: 'string',
    enum: [
      'component_not_present',
      'vulnerable_code_not_present',
      'vulnerable_code_not_in_execute_path',
      'vulnerable_code_cannot_be_controlled_by_adversary',
      'inline_mitigations_already_exist',
    ],
    description: 'Why the artifact is not affected.',
  },
  impact_statement: text('Why the artifact is not affected, in words.'),
  action_statement: text('What to do about the vulnerability.'),
});

/** @see https://github.com/openvex/spec */
const OPENVEX: JsonObject = {
  ...object(['@context', '@id', 'author', 'timestamp', 'version', 'tooling', 'statements'], {
    '@context': text('The version of OpenVEX.'),
    '@id': text('Names the document.'),
    author: text('The installation.'),
    timestamp: time('When the document was made.'),
    version: { type: 'integer', description: 'Always 1: each export is a document of its own.' },
    tooling: text('What made the document.'),
    statements: list(STATEMENT, 'One statement for each advisory.'),
  }),
  description: 'Advisories as an OpenVEX document.',
};

const note = (reason: string): JsonObject =>
  object(['file', 'line', 'record', 'field', 'reason'], {
    file: text('The file, or the archive, `!` and the path within the archive.'),
    line: { type: 'integer', description: 'The line of the record, counted from 1.' },
    record: text('The id of the record, or its position; empty if it is about the whole file.'),
    field: text('The field by its name in the file; empty if it is about no single one.'),
    reason: text(reason),
  });

const CHANGE = object(['change', 'advisoryId', 'artifactName', 'fields'], {
  change: { type: 'string', enum: ['CREATED', 'UPDATED'], description: 'What happened.' },
  advisoryId: text('The id of the advisory.'),
  artifactName: text('The artifact of the advisory.'),
  fields: list({ type: 'string' }, 'The fields that changed; none of a new advisory.'),
  joinedWith: text(
    'The id of the stored advisory that the record was joined with, if it is another one: one is an alias of the other.',
  ),
});

const count = (description: string): JsonObject => ({ type: 'integer', description });

const COUNTS = {
  files: count('How many files were read.'),
  created: count('How many advisories are new.'),
  updated: count('How many advisories changed.'),
  unchanged: count('How many advisories stayed as they were.'),
  repeated: count('How many records repeat an earlier one of the import.'),
  rejected: count('How many records were not imported.'),
};

const IMPORT_REPORT: JsonObject = {
  ...object(['validateOnly', ...Object.keys(COUNTS), 'rejections', 'warnings', 'changes'], {
    validateOnly: { type: 'boolean', description: 'Whether nothing was written.' },
    ...COUNTS,
    rejections: list(
      note('Why the record was not imported.'),
      'The first records that were not imported.',
    ),
    warnings: list(
      note('What is wrong with the record, or why it changes nothing.'),
      'The first records that say less than their format asks for.',
    ),
    changes: list(CHANGE, 'The first changes.'),
  }),
  description: 'What an import did, or would do.',
};

export const FILE_SCHEMAS: JsonObject = { ImportReport: IMPORT_REPORT, OpenVexDocument: OPENVEX };
