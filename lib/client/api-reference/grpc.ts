/** A gRPC call as a shell command. */
import { isObject } from '#lib/client/is-object.ts';
import type { GrpcMethod, ParameterObject, Schema } from '#lib/client/api-reference/document.ts';
import type { Operation } from '#lib/client/api-reference/operations.ts';
import { type Entered, valuesOf } from '#lib/client/api-reference/request.ts';
import { quoted } from '#lib/client/curl.ts';

type Json = Record<string, unknown>;

/** The `grpcurl` command. It finds the definitions through server reflection. */
export function grpcurlOf(
  origin: string,
  operation: Operation & { grpc: GrpcMethod },
  entered: Entered,
): string {
  const { protocol, hostname, port } = new URL(origin);
  const isPlain = protocol === 'http:';
  const message = grpcMessageOf(operation, entered);
  const header = operation.parameters.find((one) => one.in === 'header');
  const [ifMatch] = header === undefined ? [] : valuesOf(header, entered);
  return [
    'grpcurl',
    ...(isPlain ? ['-plaintext'] : []),
    '-H "authorization: Bearer $GROVE_TOKEN"',
    ...(ifMatch === undefined ? [] : [`-H ${quoted(`if-match: ${ifMatch}`)}`]),
    ...(Object.keys(message).length === 0 ? [] : [`-d ${quoted(JSON.stringify(message))}`]),
    `${hostname}:${port || (isPlain ? '80' : '443')}`,
    operation.grpc.method,
  ].join(' ');
}

/** The request message as proto3 JSON. */
export function grpcMessageOf(
  { grpc, parameters, body }: Operation & { grpc: GrpcMethod },
  entered: Entered,
): Json {
  const message: Json = {};
  const sent = body?.kind === 'json' ? (JSON.parse(entered.body) as Json) : {};
  if (grpc.body === '*') Object.assign(message, sent);
  else if (grpc.body !== undefined) message[jsonName(grpc.body)] = { ...sent };
  for (const parameter of parameters) {
    const values = valuesOf(parameter, entered);
    if (parameter.in === 'header' || parameter.name === MASK || values.length === 0) continue;
    const field = parameter.in === 'path' ? (grpc.uid ?? parameter.name) : parameter.name;
    put(message, field.split('.').map(jsonName), typed(parameter, values));
  }
  const mask = parameters.find(({ name }) => name === MASK);
  if (mask !== undefined && body?.kind === 'json') {
    const paths = maskOf(valuesOf(mask, entered)[0], sent, body.schema);
    if (paths.length > 0) message[MASK] = paths.map(jsonName).join(',');
  }
  return message;
}

const MASK = 'updateMask';

const jsonName = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function put(message: Json, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) message[name] = value;
  else put((message[name] ??= {}) as Json, rest, value);
}

function typed({ schema }: ParameterObject, values: readonly string[]): unknown {
  const [value = ''] = values;
  if (schema.type === 'array') return values;
  if (schema.type === 'boolean') return value === 'true';
  return schema.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value;
}

/**
 * The paths of the mask. `*` has no proto3 JSON form, so every writable field is listed. Emptied
 * fields must be listed, too: in a message, an empty list equals no list.
 */
function maskOf(entered: string | undefined, body: Json, schema: Schema): string[] {
  if (entered === '*') return writable(schema);
  if (entered !== undefined) return entered.split(',').map((path) => path.trim());
  return hasEmpty(body) ? presentPaths(body, schema) : [];
}

function writable({ properties = {} }: Schema): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.readOnly !== true);
}

function hasEmpty(value: unknown): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return true;
  if (!isObject(value)) return false;
  const inner = Object.values(value);
  return inner.length === 0 || inner.some(hasEmpty);
}

function presentPaths(body: Json, schema: Schema): string[] {
  return writable(schema)
    .filter((name) => name in body)
    .flatMap((name) => {
      const [value, inner] = [body[name], schema.properties?.[name]];
      return isObject(value) && inner?.properties !== undefined
        ? presentPaths(value, inner).map((path) => `${name}.${path}`)
        : [name];
    });
}
