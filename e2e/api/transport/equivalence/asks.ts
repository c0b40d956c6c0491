/** One request, independent of the transport. */
import type { Json } from '../../harness.ts';
import type { Operation } from './operations.ts';

export interface Ask {
  operation: Operation;
  /** The request message as proto3 JSON. It may have members that no message can hold. */
  message: Json;
  /** A bearer token; null for none. */
  token: string | null;
  ifMatch?: string;
}

export interface RestRequest {
  method: string;
  path: string;
  /** The query by the names of REST, such as `uidp.children_of`. */
  query: [name: string, value: string][];
  body?: Json;
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The HTTP request of the message, by its annotation.
 *
 * @see https://google.aip.dev/127
 */
export function restRequest({ operation, message }: Ask): RestRequest {
  const { method, path, variable, body } = operation.rest;
  const rest = structuredClone(message);
  const uid = takeOut(rest, variable);
  const target = uid === '' ? path : `${path}/${encodeURI(uid)}`;
  if (body === '*') return { method, path: target, query: [], body: rest };
  const inBody = body === '' ? undefined : ((rest[body] ?? {}) as Json);
  delete rest[body];
  return { method, path: target, query: queryOf(rest), ...(inBody && { body: inBody }) };
}

/** Removes the text at the end of the path of names from the object and returns it. */
function takeOut(object: Json, [name = '', ...inner]: readonly string[]): string {
  const value = object[name];
  if (inner.length > 0) return takeOut(value as Json, inner);
  delete object[name];
  return typeof value === 'string' ? value : '';
}

function queryOf(fields: Json, prefix = ''): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject) return queryOf(value as Json, `${snakeCase(name)}.`);
    return [value].flat().map((one): [string, string] => [prefix + snakeCase(name), String(one)]);
  });
}

export const addressOf = ({ path, query }: RestRequest): string =>
  query.length === 0 ? path : `${path}?${String(new URLSearchParams(query))}`;
