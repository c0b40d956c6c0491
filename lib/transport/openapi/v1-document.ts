/** The OpenAPI document of v1: the operations of v2 that it has, as it calls and answers them. */
import type { JsonObject } from '#lib/aip/json.ts';
import { collectionPath, type ResourceDefinition } from '#lib/resources/define.ts';
import { methodOf } from '#lib/transport/methods/services.ts';
import { PAGING } from '#lib/transport/v1/list.ts';
import { namesOfResource, renamed } from '#lib/transport/v1/names.ts';
import { V1_RESOURCES, v1Path, v1VerbsOf, type V1Verb } from '#lib/transport/v1/resources.ts';
import { openApiDocument, UID } from './document.ts';
import { answerOf, errorResponses } from './errors.ts';
import { jsonBody } from './operations.ts';
import { textInV1 } from './v1-names.ts';
import { listName, schemasOfV1 } from './v1-schemas.ts';

/** @param isDeprecated says so at each operation. */
export function openApiDocumentOfV1(isDeprecated: boolean): JsonObject {
  const { info, tags, paths, components, ...others } = openApiDocument();
  const {
    schemas = {},
    parameters,
    headers,
    securitySchemes,
  } = components as Record<string, JsonObject>;
  const names = V1_RESOURCES.map(tagOf);
  return {
    ...others,
    info: {
      ...(info as JsonObject),
      version: 'v1',
      description:
        'The first version of the API, for programs that were written for it. Each operation is one of v2beta1, with the same access, audit log and limits.',
    },
    tags: (tags as JsonObject[])
      .filter(({ name }) => names.includes(String(name)))
      .map((tag) => ({ ...tag, description: textInV1(String(tag['description'])) })),
    paths: pathsOf(paths as Record<string, Record<string, JsonObject>>, isDeprecated),
    components: {
      securitySchemes: { bearer: securitySchemes?.['bearer'] ?? {} },
      schemas: schemasOfV1(schemas as Record<string, JsonObject>),
      responses: errorsInV1(),
      parameters: parametersOf(parameters as Record<string, JsonObject>),
      headers: { ...headers, ...HEADERS },
    },
  };
}

const tagOf = (definition: ResourceDefinition) =>
  methodOf(definition, 'list').parent.name.replace(/Service$/, '');

/** What v2 calls the method of HTTP. */
const IN_V2: Readonly<Record<V1Verb, string>> = {
  list: 'get',
  create: 'post',
  update: 'patch',
  delete: 'delete',
};

type Paths = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

function pathsOf(v2: Paths, isDeprecated: boolean): JsonObject {
  const paths = V1_RESOURCES.flatMap((definition) =>
    ['', '{uid}'].flatMap((uid) => {
      const suffix = uid === '' ? '' : `/${uid}`;
      const source = v2[collectionPath(definition) + suffix];
      const operations = v1VerbsOf(definition, uid).flatMap(([method, verb]) => {
        const operation = source?.[IN_V2[verb]];
        if (operation === undefined) return [];
        const inV1 = operationInV1(definition, verb, operation);
        return [[method.toLowerCase(), isDeprecated ? { ...inV1, deprecated: true } : inV1]];
      });
      if (operations.length === 0) return [];
      return [[v1Path(definition) + (uid === '' ? '' : '/{id}'), Object.fromEntries(operations)]];
    }),
  );
  return Object.fromEntries(paths) as JsonObject;
}

function operationInV1(
  definition: ResourceDefinition,
  verb: V1Verb,
  source: JsonObject,
): JsonObject {
  const { 'x-grpc': _, ...operation } = source;
  const { responses, parameters, requestBody, summary } = operation;
  return {
    ...operation,
    summary: verb === 'update' ? `Replaces the ${definition.words[0]}` : textInV1(String(summary)),
    description: descriptionOf(definition, verb, String(operation['description'])),
    parameters: [
      ...(verb === 'list' ? [BY_ID] : []),
      ...(parameters as JsonObject[]).flatMap(parameterInV1),
    ],
    ...(requestBody !== undefined && { requestBody: bodyOf(definition, verb) }),
    responses: {
      ...(responses as JsonObject),
      '200': successInV1(definition, verb, (responses as JsonObject)['200'] as JsonObject),
    },
  };
}

function descriptionOf({ words }: ResourceDefinition, verb: V1Verb, text: string): string {
  switch (verb) {
    case 'list':
      return textInV1(text.replace(', a page at a time', ', all in one response'));
    case 'update':
      return `Replaces the ${words[0]}. A field that the body leaves out is set to its zero value, unless no response ever shows it. With \`If-Match\`, the update fails with ABORTED if the resource has changed since.`;
    default:
      return textInV1(text);
  }
}

const BY_ID: JsonObject = {
  name: 'id',
  in: 'query',
  description: 'Only the resource with this id, or an empty list.',
  schema: UID,
};

const REFERENCES: Readonly<Record<string, string>> = {
  '#/components/parameters/Uid': '#/components/parameters/Id',
  '#/components/parameters/ParentUid': '#/components/parameters/ParentId',
};

function parameterInV1(parameter: JsonObject): JsonObject[] {
  const reference = parameter['$ref'];
  if (reference === '#/components/parameters/UpdateMask') return [];
  if (typeof reference === 'string') return [{ $ref: REFERENCES[reference] ?? reference }];
  const { name, description } = parameter;
  if (PAGING.includes(String(name))) return [];
  return [{ ...parameter, description: textInV1(String(description)) }];
}

function bodyOf(definition: ResourceDefinition, verb: V1Verb): JsonObject {
  const { type, example } = definition;
  const name = type + (verb === 'update' ? 'Update' : 'Input');
  return jsonBody(name, example && renamed(example, namesOfResource(definition)));
}

function successInV1(
  definition: ResourceDefinition,
  verb: V1Verb,
  response: JsonObject,
): JsonObject {
  const schema = { $ref: `#/components/schemas/${listName(definition)}` };
  return {
    ...withHeaders(response),
    ...(verb === 'list' && { content: { 'application/json': { schema } } }),
  };
}

function parametersOf({ Uid, ParentUid, IfMatch }: Record<string, JsonObject>): JsonObject {
  const named = (parameter: JsonObject | undefined) => ({
    ...parameter,
    name: 'id',
    description: textInV1(String(parameter?.['description'])),
  });
  return { Id: named(Uid), ParentId: named(ParentUid), IfMatch: { ...IfMatch } };
}

/** Without the details that v1 does not have. */
function errorsInV1(): JsonObject {
  const responses = errorResponses((error) => {
    const { code, message } = answerOf(error);
    return { code, message };
  });
  return Object.fromEntries(
    Object.entries(responses).map(([name, one]) => [name, withHeaders(one)] as const),
  );
}

const withHeaders = (response: JsonObject): JsonObject => ({
  ...response,
  headers: { ...(response['headers'] as JsonObject), ...HEADER_REFERENCES },
});

const text = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS: JsonObject = {
  Link: text('The operation of v2beta1 in its place, as `rel="successor-version"`.'),
  Deprecation: text('Since when v1 is deprecated, where the operator sets it (RFC 9745).'),
  Sunset: text('When v1 ends, where the operator sets it (RFC 8594).'),
};

const HEADER_REFERENCES: JsonObject = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);
