/** The operations whose bodies are files. No message describes them. */
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import { MAX_UPLOAD_BYTES } from '#lib/transport/http/limits.ts';
import { EXPORT_PATH, IMPORT_PATH } from '#lib/transport/rest/advisory-files.ts';
import { errors, type PathOperation } from './operations.ts';

const group = parameter('group_uid', 'The group.', { type: 'string' }, true);

function parameter(
  name: string,
  description: string,
  schema: JsonValue,
  required = false,
): JsonObject {
  return { name, in: 'query', description, schema, ...(required && { required }) };
}

const EXPORTED: JsonObject = {
  'application/zip': {
    schema: {
      type: 'string',
      contentMediaType: 'application/zip',
      description:
        'A zip archive: with `format=osv` of a JSON file for each id, with `format=yaml` of a YAML file for each package.',
    },
  },
  'application/json': { schema: { $ref: '#/components/schemas/OpenVexDocument' } },
};

const FILE = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

/** @param filters the parameters that narrow a list of advisories. */
export function fileOperations(filters: readonly JsonObject[]): PathOperation[] {
  return [
    [
      IMPORT_PATH,
      'post',
      {
        operationId: 'ImportAdvisories',
        tags: ['Advisories'],
        summary: 'Imports a file of advisories',
        description: `Imports advisories of OSV, OpenVEX, CycloneDX VEX, CSAF 2.0 or package YAML from a file or an archive of at most ${MAX_UPLOAD_BYTES} bytes. The content decides the format.`,
        parameters: [
          group,
          parameter(
            'validate_only',
            'Whether to report what the import would do, and write nothing.',
            {
              type: 'boolean',
            },
          ),
          parameter('file_name', 'What the file is called, for the report.', {
            type: 'string',
            maxLength: 255,
          }),
        ],
        requestBody: { required: true, content: { 'application/octet-stream': FILE } },
        responses: {
          '200': {
            description: 'What was, or would be, imported.',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/ImportReport' } },
            },
          },
          ...errors(),
        },
      },
    ],
    [
      EXPORT_PATH,
      'get',
      {
        operationId: 'ExportAdvisories',
        tags: ['Advisories'],
        summary: 'Exports advisories as a file',
        description:
          'Exports the advisories of a group and of all groups below it, narrowed by the filters of their list.',
        parameters: [
          group,
          parameter('format', 'The format of the file; `osv` if absent.', {
            type: 'string',
            enum: ['osv', 'openvex', 'yaml'],
          }),
          parameter(
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
            headers: {
              'X-Request-Id': { $ref: '#/components/headers/RequestId' },
              'Content-Disposition': {
                description: 'Suggests a name for the file.',
                schema: { type: 'string' },
              },
            },
            content: EXPORTED,
          },
          ...errors(),
        },
      },
    ],
  ];
}
