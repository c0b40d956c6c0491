/** Finds the RPC for a REST call, by the HTTP annotations of the published definitions. */
import { create, fromJson, getOption, ScalarType, toJson } from '@bufbuild/protobuf';
import type { DescField, DescMessage, DescMethodUnary, Message } from '@bufbuild/protobuf';
import { FieldMaskSchema } from '@bufbuild/protobuf/wkt';
import { isDeepStrictEqual } from 'node:util';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import type { HttpRule } from '#lib/generated/proto/google/api/http_pb.js';
import { SERVICES } from '#lib/transport/methods/services.ts';
import type { Json } from './test-grove.ts';

export interface Rpc {
  method: DescMethodUnary;
  message: Message;
}

interface Route {
  method: DescMethodUnary;
  verb: string;
  path: RegExp;
  /** The field for the variable part of the path, such as `group.uid`; '' if there is none. */
  variable: string;
  body: string;
}

const ROUTES: Route[] = SERVICES.flatMap((service) =>
  service.methods.flatMap((method) => {
    // A stream has tests of its own.
    if (method.methodKind !== 'unary') return [];
    const rule = getOption(method, http);
    return [rule, ...rule.additionalBindings].map((one) => routeOf(method as DescMethodUnary, one));
  }),
);

function routeOf(method: DescMethodUnary, { pattern, body }: HttpRule): Route {
  const template = String(pattern.value);
  const [, prefix = '', variable = ''] = /^([^{]*)(?:\{([\w.]+)=\*\*\})?$/.exec(template) ?? [];
  const rest = variable === '' ? '' : '(.+)';
  const path = new RegExp(`^${prefix.replaceAll('.', '\\.')}${rest}$`);
  return { method, verb: String(pattern.case).toUpperCase(), path, variable, body };
}

/** Undefined if no RPC can express exactly the same. */
export function rpcOf(verb: string, target: string, body: unknown): Rpc | undefined {
  const [pathname = '', search = ''] = target.split('?', 2);
  try {
    decodeURIComponent(search);
    for (const route of ROUTES) {
      const match = route.verb === verb ? route.path.exec(pathname) : null;
      if (match === null) continue;
      const uid = decodeURIComponent(match[1] ?? '');
      const message = messageOf(route, uid, new URLSearchParams(search), body);
      return message && { method: route.method, message };
    }
  } catch {
    // Values that a message cannot hold are sent over REST.
  }
  return undefined;
}

function messageOf(
  { method, variable, body: bodyField }: Route,
  uid: string,
  query: URLSearchParams,
  body: unknown,
): Message | undefined {
  const json: Json = {};
  const mask = maskOf(query);
  for (const name of new Set(query.keys())) setQuery(json, method.input, name, query.getAll(name));
  const given = JSON.parse(JSON.stringify(body ?? {})) as Json;
  if (bodyField === '*') Object.assign(json, given);
  else if (bodyField !== '') json[camelCase(bodyField)] = given;
  else if (body !== undefined) return undefined;
  const message = fromJson(method.input, json as never);
  const said = toJson(method.input, message) as Json;
  const saidBody = bodyField === '*' ? said : (said[camelCase(bodyField)] ?? {});
  // Messages have no null, and an empty list equals an absent one.
  if (bodyField !== '' && !isDeepStrictEqual(saidBody, given)) return undefined;
  if (variable !== '') setAt(message, variable.split('.').map(camelCase), uid);
  if (mask !== undefined) {
    if (mask === '') return undefined;
    setAt(message, ['updateMask'], create(FieldMaskSchema, { paths: mask.split(',') }));
  }
  return message;
}

/** Removes the mask from the query and returns it. @throws Error if there are two masks. */
function maskOf(query: URLSearchParams): string | undefined {
  const names = ['update_mask', 'updateMask'];
  const masks = names.flatMap((name) => query.getAll(name));
  if (masks.length > 1) throw new Error('there are two masks');
  for (const name of names) query.delete(name);
  return masks[0];
}

function setQuery(json: Json, input: DescMessage, name: string, values: string[]): void {
  const [outer = '', inner] = name.split('.');
  const field = fieldOf(input, outer);
  if (inner === undefined) json[outer] = valueOf(field, values);
  else {
    const desc = field.message as DescMessage;
    const member = (json[outer] ??= {}) as Json;
    member[inner] = valueOf(fieldOf(desc, inner), values);
  }
}

/** @throws Error if there is no such field. */
function fieldOf(desc: DescMessage, name: string): DescField {
  const field = desc.fields.find((one) => one.name === name || one.jsonName === name);
  if (field === undefined) throw new Error(`${desc.typeName} has no ${name}`);
  return field;
}

/** @throws Error if a single-value field gets several values, or something other than a number. */
function valueOf(field: DescField, values: string[]): unknown {
  if (field.fieldKind === 'list') return values;
  const [value = '', ...others] = values;
  if (others.length > 0) throw new Error(`${field.name} is not repeated`);
  if (field.scalar === ScalarType.INT32 && !/^-?\d+$/.test(value)) throw new Error('no number');
  const isBoolean = value === 'true' || value === 'false';
  return field.scalar === ScalarType.BOOL && isBoolean ? value === 'true' : value;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function setAt(message: Message, [name = '', ...rest]: string[], value: unknown): void {
  const at = message as unknown as Record<string, unknown>;
  if (rest.length === 0) at[name] = value;
  else setAt(at[name] as Message, rest, value);
}
