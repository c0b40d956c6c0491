/** The parts of the installation's OpenAPI documents that the reference shows. */
import { getQuery } from '#lib/client/get-query.ts';
import type { ApiVersion } from '#lib/client/paths.ts';

export const DOCUMENT_PATHS: Readonly<Record<ApiVersion, string>> = {
  v2beta1: '/openapi.json',
  v1: '/openapi-v1.json',
};

/** The first part of the keys of the documents, which no change of data makes stale. */
export const DOCUMENTS = 'openapi';

export const documentQuery = (version: ApiVersion) => ({
  ...getQuery<ApiDocument>([DOCUMENTS, version], DOCUMENT_PATHS[version]),
  staleTime: Infinity,
});

/** A component by its reference, such as `#/components/schemas/Group`. */
export interface Reference {
  $ref: string;
}

/** JSON Schema draft 2020-12, limited to the keywords that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly string[];
  /** Of values that no simple rule makes. */
  examples?: readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  readOnly?: boolean;
  writeOnly?: boolean;
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema: Schema;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, { value: unknown }>>;
}

export interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, Reference | { description: string }>>;
  content?: Readonly<Record<string, MediaType>>;
}

export interface GrpcMethod {
  /** `grove.iam.v2beta1.GroupsService/CreateGroup`. */
  method: string;
  /** The request field for the uid in the path: `uid`, `parent_uid`, `group.uid`. */
  uid?: string;
  /** The request field for the body; `*` if the body is the request itself. */
  body?: string;
}

export interface OperationObject {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  parameters?: readonly (Reference | ParameterObject)[];
  requestBody?: { content: Readonly<Record<string, MediaType>> };
  responses: Readonly<Record<string, Reference | ResponseObject>>;
  'x-grpc'?: GrpcMethod;
}

export interface ApiDocument {
  info: { description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function resolved<T extends object>(document: ApiDocument, part: T | Reference): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const [kind = '', name = ''] = part.$ref.split('/').slice(2);
  return document.components[kind]?.[name] as T;
}
