/** The operations whose bodies are files. No message describes them. */
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import { MAX_UPLOAD_BYTES } from '#lib/transport/http/limits.ts';
import { EXPORT_PATH, IMPORT_PATH } from '#lib/transport/http/api-paths.ts';
import { errors, type PathOperation } from './operations.ts';

const REPORT = { 'application/json': { schema: { $ref: '#/components/schemas/ImportReport' } } };

const ARCHIVE =
  'A zip archive: with `format=osv` of a JSON file for each id, with `format=yaml` of a YAML file for each package.';

const EXPORTED: JsonObject = {
  'application/zip': {
    schema: { type: 'string', contentMediaType: 'application/zip', description: ARCHIVE },
  },
  'application/json': { schema: { $ref: '#/components/schemas/OpenVexDocument' } },
};

const EXPORT_HEADERS: JsonObject = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'Content-Disposition': {
    description: 'Suggests a name for the file.',
    schema: { type: 'string' },
  },
};

const FILE = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

const inQuery = (name: string, description: string, schema: JsonValue): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
});

const GROUP = { ...inQuery('group_uid', 'The group.', { type: 'string' }), required: true };

const IMPORT: JsonObject = {
  operationId: 'ImportAdvisories',
  tags: ['Advisories'],
  summary: 'Imports a file of advisories',
  description: `Imports advisories of OSV, OpenVEX, CycloneDX VEX, CSAF 2.0 or package YAML from a file or an archive of at most ${MAX_UPLOAD_BYTES} bytes. The content decides the format.`,
  parameters: [
    GROUP,
    inQuery('validate_only', 'Whether to report what the import would do, and write nothing.', {
      type: 'boolean',
    }),
    inQuery('file_name', 'What the file is called, for the report.', {
      type: 'string',
      maxLength: 255,
    }),
  ],
  requestBody: { required: true, content: { 'application/octet-stream': FILE } },
  responses: {
    '200': { description: 'What was, or would be, imported.', content: REPORT },
    ...errors(),
  },
};

const exportNarrowedBy = (filters: readonly JsonObject[]): JsonObject => ({
  operationId: 'ExportAdvisories',
  tags: ['Advisories'],
  summary: 'Exports advisories as a file',
  description:
    'Exports the advisories of a group and of all groups below it, narrowed by the filters of their list.',
  parameters: [
    GROUP,
    inQuery('format', 'The format of the file; `osv` if absent.', {
      type: 'string',
      enum: ['osv', 'openvex', 'yaml'],
    }),
    inQuery(
      'archive',
      'The archive of a format of many files; `zip` if absent, or `tar.gz` where `Accept` names `application/gzip` and no zip.',
      { type: 'string', enum: ['zip', 'tar.gz'] },
    ),
    ...filters,
  ],
  responses: {
    '200': {
      description:
        'The file: an archive for `format=osv` and `format=yaml`, a JSON document for `format=openvex`.',
      headers: EXPORT_HEADERS,
      content: EXPORTED,
    },
    ...errors(),
  },
});

/** @param filters the parameters that narrow a list of advisories. */
export const fileOperations = (filters: readonly JsonObject[]): PathOperation[] => [
  [IMPORT_PATH, 'post', IMPORT],
  [EXPORT_PATH, 'get', exportNarrowedBy(filters)],
];
