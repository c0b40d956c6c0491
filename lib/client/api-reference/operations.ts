/** The operations of the document, each with everything known about it. */
import type {
  ApiDocument,
  GrpcMethod,
  MediaType,
  OperationObject,
  ParameterObject,
  ResponseObject,
  Schema,
} from '#lib/client/api-reference/document.ts';
import { resolved } from '#lib/client/api-reference/document.ts';
import { sampleOf } from '#lib/client/api-reference/schema.ts';

/** An operation of an OpenAPI document, as its page shows it. */
export interface Operation {
  id: string;
  tag: string;
  method: string;
  /** With `{uid}` in place of the uid. */
  path: string;
  description: string;
  isDeprecated: boolean;
  parameters: readonly ParameterObject[];
  body: { kind: 'json'; schema: Schema; example: string } | { kind: 'file' } | null;
  responses: readonly ApiResponse[];
  /** Absent if the operation exists over REST only. */
  grpc?: GrpcMethod | undefined;
}

export interface ApiResponse {
  status: string;
  description: string;
  headers: readonly { name: string; description: string }[];
  /** Absent if the body is empty or a file. */
  schema?: Schema | undefined;
  isFile: boolean;
  examples: readonly { name: string; text: string }[];
}

export interface OperationGroup {
  name: string;
  description: string;
  operations: readonly Operation[];
}

const JSON_TYPE = 'application/json';

/** The operations of a document by their tag, both in the order of the document. */
export function operationGroups(document: ApiDocument): OperationGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => operationOf(document, path, verb, operation)),
  );
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(({ tag }) => tag === name),
  }));
}

/** The operations whose name or path contains the text, ignoring case. */
export function narrowed(groups: readonly OperationGroup[], text: string): OperationGroup[] {
  const sought = text.trim().toLowerCase();
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ id, method, path }) =>
        `${id} ${method} ${path}`.toLowerCase().includes(sought),
      ),
    }))
    .filter(({ operations }) => operations.length > 0);
}

function operationOf(
  document: ApiDocument,
  path: string,
  verb: string,
  operation: OperationObject,
): Operation {
  return {
    id: operation.operationId,
    tag: operation.tags[0] ?? '',
    method: verb.toUpperCase(),
    path,
    description: operation.description,
    isDeprecated: operation.deprecated === true,
    parameters: (operation.parameters ?? []).map((one) => resolved<ParameterObject>(document, one)),
    body: bodyOf(document, operation.requestBody?.content),
    responses: Object.entries(operation.responses).map(([status, response]) =>
      responseOf(document, status, resolved<ResponseObject>(document, response)),
    ),
    grpc: operation['x-grpc'],
  };
}

function bodyOf(
  document: ApiDocument,
  content: Readonly<Record<string, MediaType>> | undefined,
): Operation['body'] {
  if (content === undefined) return null;
  const json = content[JSON_TYPE];
  if (json === undefined) return { kind: 'file' };
  const schema = resolved<Schema>(document, json.schema);
  const example = json.example ?? sampleOf(document, schema);
  return { kind: 'json', schema, example: JSON.stringify(example, null, 2) };
}

function responseOf(
  document: ApiDocument,
  status: string,
  { description, headers, content }: ResponseObject,
): ApiResponse {
  const json = content?.[JSON_TYPE];
  const isFile = Object.values(content ?? {}).some(({ schema }) => 'contentMediaType' in schema);
  return {
    status,
    description,
    headers: Object.entries(headers ?? {}).map(([name, header]) => ({
      name,
      description: resolved<{ description: string }>(document, header).description,
    })),
    schema: isFile || json === undefined ? undefined : resolved<Schema>(document, json.schema),
    isFile,
    examples: Object.entries(json?.examples ?? {}).map(([name, { value }]) => ({
      name,
      text: JSON.stringify(value, null, 2),
    })),
  };
}
