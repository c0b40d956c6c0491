/** The OpenAPI document of the installation. */
import type { DescMessage, DescMethod } from '@bufbuild/protobuf';
import { getOption } from '@bufbuild/protobuf';
import type { JsonObject } from '#lib/aip/json.ts';
import { sessionCookieName } from '#lib/auth/sessions/cookies.ts';
import { config } from '#lib/config.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { RESOURCES } from '#lib/resources/index.ts';
import { CUSTOM_METHODS } from '#lib/transport/methods/custom-methods.ts';
import { methodOf, REST_SERVICES, SIGN_IN_SERVICES } from '#lib/transport/methods/services.ts';
import { readComments, type Comments } from './comments.ts';
import { ERROR_SCHEMA } from './error-schema.ts';
import { errorResponses } from './errors.ts';
import { fileOperations } from './files.ts';
import { FILE_SCHEMAS } from './file-schemas.ts';
import { operations, type PathOperation } from './operations.ts';
import {
  answerSchema,
  bodySchema,
  fieldSchema,
  isRequired,
  messagesWithin,
  orNull,
  schemaName,
} from './schemas.ts';

export const UID = { type: 'string', pattern: '^[0-9a-f]{40}(/[0-9a-f]{16})*$' };

/** OpenAPI 3.1. */
export function openApiDocument(): JsonObject {
  const comments = readComments();
  const { url } = config();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Grove',
      version: 'v2beta1',
      summary: 'Identities, image registry and vulnerability advisories of an organization.',
      description:
        'Everything lives in one hierarchy of groups. The same operations are offered over gRPC at the same address, except those of files, and of signing in, which are below `/auth/v1`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    security: [{ bearer: [] }],
    tags: REST_SERVICES.map(({ typeName, name }) => ({
      name: name.replace(/Service$/, ''),
      description: comments.get(typeName) ?? '',
    })),
    paths: pathsOf(comments),
    components: {
      schemas: { ...schemas(comments), ...FILE_SCHEMAS, Error: ERROR_SCHEMA },
      responses: errorResponses(),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of the installation, or of an issuer that it knows.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(),
          description: 'The session of a browser, for pages of the same origin.',
        },
      },
    },
  };
}

function pathsOf(comments: Comments): JsonObject {
  const published = operations(comments);
  const list = published.find(([, , { operationId }]) => operationId === 'ListAdvisories');
  const parameters = (list?.[2]['parameters'] ?? []) as JsonObject[];
  const paging = ['page_size', 'page_token', 'order_by', 'skip'];
  const filters = parameters.filter(
    ({ name }) => !paging.includes(String(name)) && !String(name).startsWith('uidp.'),
  );
  const all: PathOperation[] = [...published, ...fileOperations(filters)];
  const paths: Record<string, JsonObject> = {};
  for (const [path, verb, operation] of all) paths[path] = { ...paths[path], [verb]: operation };
  return paths;
}

function schemas(comments: Comments): JsonObject {
  const answers = REST_SERVICES.flatMap(({ methods }) => methods.flatMap(answersOf))
    .filter(({ typeName }) => typeName.startsWith('grove.'))
    .flatMap((output) => [...messagesWithin(output)])
    .map((desc) => [schemaName(desc), answerSchema(desc, comments)] as const);
  const bodies = RESOURCES.flatMap((definition) => {
    const { input, type, verbs } = definition;
    if (input === undefined) return [];
    const message = methodOf(definition, 'get').output;
    const patch = [`${type}Patch`, bodySchema(message, input, comments, true)] as const;
    const create = [`${type}Input`, bodySchema(message, input, comments)] as const;
    return verbs.includes('update') ? [create, patch] : [create];
  });
  const custom = CUSTOM_METHODS.map(({ method }) => method)
    .filter(hasBody)
    .map(({ input }) => [schemaName(input), requestSchema(input, comments)] as const);
  const signingIn = SIGN_IN_SERVICES.flatMap(({ methods }) => methods)
    .filter(hasBody)
    .map(({ input }) => [schemaName(input), requestSchema(input, comments, false)] as const);
  return Object.fromEntries([...answers, ...bodies, ...custom, ...signingIn]);
}

const hasBody = (method: DescMethod) => getOption(method, http).body === '*';

/** The message of the answer, or that of the field which alone is its body. */
function answersOf(method: DescMethod): DescMessage[] {
  if (method.methodKind === 'server_streaming') return [];
  const { responseBody } = getOption(method, http);
  if (responseBody === '') return [method.output];
  return method.output.fields.flatMap(({ name, message }) =>
    name === responseBody && message !== undefined ? [message] : [],
  );
}

/** @param takesNull whether a field that is null counts as absent. */
function requestSchema(desc: DescMessage, comments: Comments, takesNull = true): JsonObject {
  const required = desc.fields.filter(isRequired).map(({ jsonName }) => jsonName);
  const properties = desc.fields.map((field) => {
    const schema = fieldSchema(field, comments);
    return [field.jsonName, isRequired(field) || !takesNull ? schema : orNull(schema)] as const;
  });
  return {
    ...answerSchema(desc, comments),
    properties: Object.fromEntries(properties),
    required,
  };
}

const TEXT = { type: 'string' };

const inPath = (description: string): JsonObject => ({
  name: 'uid',
  in: 'path',
  required: true,
  description: `${description} Its slashes may come as they are or as %2F.`,
  schema: UID,
});

const inHeader = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  description,
  schema: TEXT,
});

const PARAMETERS: JsonObject = {
  Uid: inPath('The uid of the resource.'),
  ParentUid: inPath('The uid of the group that will contain it.'),
  UpdateMask: {
    name: 'updateMask',
    in: 'query',
    description:
      'The fields to change, separated by commas, also within objects (`a.b`); `*` for all. Without it, exactly the keys of the body change; an empty object counts as absent.',
    schema: TEXT,
  },
  IfMatch: inHeader('If-Match', 'The ETag that the resource must still have.'),
  IfNoneMatch: inHeader(
    'If-None-Match',
    'The ETag that the client has. The answer is a 304 while the resource has it.',
  ),
};

const HEADERS: JsonObject = {
  RequestId: {
    description: 'Names the request in the log, and in errors.',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'Changes with the resource; for If-Match and If-None-Match.',
    schema: TEXT,
  },
};
