/** Paths and their operations, from the HTTP annotations of the published methods. */
import { getOption, type DescField, type DescMethod } from '@bufbuild/protobuf';
import type { JsonObject } from '#lib/aip/json.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import type { HttpRule } from '#lib/generated/proto/google/api/http_pb.js';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { findEndpoint } from '#lib/transport/endpoints/find.ts';
import { methodOf, REST_SERVICES, SERVICES } from '#lib/transport/methods/services.ts';
import { mayBeUnchanged } from '#lib/transport/http/unchanged.ts';
import type { Comments } from './comments.ts';
import { ERROR_STATUSES } from './errors.ts';
import { fieldSchema, isRequired, schemaRef } from './schemas.ts';

export type PathOperation = readonly [path: string, verb: string, operation: JsonObject];

export function operations(comments: Comments): PathOperation[] {
  return REST_SERVICES.flatMap((service) =>
    service.methods.flatMap((method) => {
      const rule = getOption(method, http);
      const rules = [rule, ...rule.additionalBindings];
      // A variable in another binding's path is not a parameter of this binding.
      const inPaths = rules.flatMap((one) => partsOf(one).variable ?? []);
      return rules.map((one, index) => operationOf(method, one, index, inPaths, comments));
    }),
  );
}

/** What a method does at an additional path, if it differs from the method's comment. */
const ADDITIONAL: Readonly<Record<string, string>> = {
  CreateGroupAtRoot:
    'Creates a root group, which has no parent: a new organization. The caller becomes its owner. Needs the capability groups.create at a root group.',
};

function operationOf(
  method: DescMethod,
  { pattern, body, responseBody }: HttpRule,
  index: number,
  inPaths: readonly string[],
  comments: Comments,
): PathOperation {
  const { prefix, variable } = partsOf({ pattern });
  const verb = String(pattern.case);
  const isOverGrpc = SERVICES.includes(method.parent);
  const operationId = method.name + (index === 0 ? '' : 'AtRoot');
  const description =
    ADDITIONAL[operationId] ?? comments.get(`${method.parent.typeName}.${method.name}`) ?? '';
  const resource = verb === 'get' && variable === 'uid' ? resourceOf(method) : undefined;
  const isConditional = resource !== undefined && mayBeUnchanged(resource.type);
  const operation = {
    operationId,
    tags: [method.parent.name.replace(/Service$/, '')],
    summary: firstSentence(description),
    description,
    parameters: [
      ...(variable === undefined ? [] : [uidParameter(method, variable, comments)]),
      ...(isOverGrpc && (verb === 'patch' || verb === 'delete')
        ? [{ $ref: '#/components/parameters/IfMatch' }]
        : []),
      ...(isConditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...queryParameters(method, inPaths, body, comments),
    ],
    ...(body !== '' && { requestBody: requestBody(method, verb) }),
    responses: {
      '200': success(method, responseBody, comments),
      ...(isConditional && { '304': NOT_MODIFIED }),
      ...errors(),
    },
    ...(isOverGrpc
      ? {
          'x-grpc': {
            method: `${method.parent.typeName}/${method.name}`,
            ...(variable !== undefined && { uid: variable }),
            ...(body !== '' && { body }),
          },
        }
      : { security: securityOf(verb, prefix) }),
  };
  return [variable === undefined ? prefix : `${prefix}{uid}`, verb, operation];
}

/** Path and variable of `/iam/v2beta1/groups/{parent_uid=**}`. */
function partsOf({ pattern }: Pick<HttpRule, 'pattern'>) {
  const [, prefix = '', variable] = /^([^{]*)(?:\{([\w.]+)(?:=\*\*)?\})?$/.exec(
    String(pattern.value),
  ) as RegExpExecArray;
  return { prefix, variable };
}

function firstSentence(text: string): string {
  return (/^.*?(?=[.:;,](?:\s|$))/.exec(text)?.[0] ?? text).trim();
}

/** What somebody needs to sign in, or to change their own account. */
function securityOf(verb: string, path: string): JsonObject[] {
  const name = path.endsWith('/') ? `${path}uid` : path;
  const { who } = findEndpoint(verb.toUpperCase(), name) ?? {};
  return who === 'anybody' ? [] : [{ session: [] }, { bearer: [] }];
}

function uidParameter(method: DescMethod, variable: string, comments: Comments): JsonObject {
  if (!SERVICES.includes(method.parent)) {
    const field = method.input.fields.find(({ name }) => name === variable);
    const { description = '', ...schema } = field === undefined ? {} : fieldSchema(field, comments);
    return { name: variable, in: 'path', required: true, description, schema };
  }
  const name = variable === 'parent_uid' ? 'ParentUid' : 'Uid';
  return { $ref: `#/components/parameters/${name}` };
}

function queryParameters(
  { input }: DescMethod,
  inPaths: readonly string[],
  body: string,
  comments: Comments,
): JsonObject[] {
  if (body === '*') return [];
  return input.fields
    .filter(({ name }) => !inPaths.includes(name) && name !== body)
    .flatMap((field) => parametersOf(field, '', comments));
}

function parametersOf(field: DescField, prefix: string, comments: Comments): JsonObject[] {
  const { message, name } = field;
  if (message?.typeName === 'google.protobuf.FieldMask') {
    return [{ $ref: '#/components/parameters/UpdateMask' }];
  }
  if (message?.typeName.startsWith('grove.') === true) {
    return message.fields.flatMap((inner) => parametersOf(inner, `${name}.`, comments));
  }
  const { description = '', ...schema } = fieldSchema(field, comments);
  return [
    {
      name: prefix + name,
      in: 'query',
      description,
      schema,
      ...(isRequired(field) && { required: true }),
      ...(field.fieldKind === 'list' && { style: 'form', explode: true }),
    },
  ];
}

function resourceOf(method: DescMethod): ResourceDefinition | undefined {
  return RESOURCES.find((definition) =>
    definition.verbs.some((verb) => methodOf(definition, verb) === method),
  );
}

function requestBody(method: DescMethod, verb: string): JsonObject {
  const definition = resourceOf(method);
  const name =
    definition === undefined
      ? method.input.name
      : definition.type + (verb === 'patch' ? 'Patch' : 'Input');
  return jsonBody(name, definition?.example);
}

/** @param name of its schema. */
export function jsonBody(name: string, example: JsonObject | undefined): JsonObject {
  return {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${name}` },
        ...(example !== undefined && { example }),
      },
    },
  };
}

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const ETAG = { ETag: { $ref: '#/components/headers/ETag' } };

const NOT_MODIFIED: JsonObject = {
  description: 'The client has the resource as it is now.',
  headers: { ...REQUEST_ID, ...ETAG },
};

const STREAM_TYPE = 'text/event-stream';
const STREAM =
  'Server-Sent Events, each with a CloudEvent as its data. One of the type `reset` says that some are missing.';

/** @param part the field that alone is the body; '' if all of them are. */
function success(method: DescMethod, part: string, comments: Comments): JsonObject {
  if (method.output.typeName === 'google.protobuf.Empty') {
    const isDelete = method.name.startsWith('Delete');
    const description = isDelete ? 'It is gone; the body is empty.' : 'It is done.';
    return { description, headers: REQUEST_ID };
  }
  if (method.methodKind === 'server_streaming') {
    const stream = { schema: { type: 'string', description: STREAM } };
    return { description: 'A stream.', headers: REQUEST_ID, content: { [STREAM_TYPE]: stream } };
  }
  const isResource = resourceOf(method) !== undefined && !method.name.startsWith('List');
  return {
    description: isResource ? 'The resource as it is now.' : 'The answer.',
    headers: { ...REQUEST_ID, ...(isResource && ETAG) },
    content: { 'application/json': { schema: answerOf(method, part, comments) } },
  };
}

function answerOf({ output }: DescMethod, part: string, comments: Comments): JsonObject {
  const field = output.fields.find(({ name }) => name === part);
  return field === undefined ? schemaRef(output) : fieldSchema(field, comments);
}

export function errors(): JsonObject {
  return Object.fromEntries(
    ERROR_STATUSES.map((status) => [
      String(status),
      { $ref: `#/components/responses/Error${status}` },
    ]),
  );
}
