/**
 * Strict JSON objects. Compared with JSON.parse, this rejects repeated keys, deep nesting, and text
 * that databases do not store alike (NUL, lone surrogates).
 */
import { invalidField } from './errors.ts';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/** The levels of nesting of a request's body. */
export const MAX_DEPTH = 32;
/** Members and elements of a request's body. Each takes time, however short it is. */
export const MAX_VALUES = 30_000;

/** @throws ApiError INVALID_ARGUMENT that names the repeated key, or `body`. */
export function parseJson(text: string, maxValues = MAX_VALUES): JsonObject {
  scan(text, maxValues);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    throw invalidField('body', 'must be well-formed JSON');
  }
  if (!isJsonObject(value)) throw invalidField('body', 'must be a JSON object');
  return value;
}

/** The value of any JSON, as JSON.parse reads it; null for other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object or array that the scan is inside of. */
interface Frame {
  keys: Set<string> | null;
  path: string;
  key: string;
}

// JSON.parse silently keeps the last of several repeated keys, so this scan runs before it. It
// looks only at strings and brackets and leaves everything else to JSON.parse. An unterminated
// string counts as a token, which keeps the scan linear.
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]/gs;

function scan(text: string, maxValues: number): void {
  const frames: Frame[] = [];
  let expectKey = false;
  let values = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const frame = frames.at(-1);
    if (token === '{' || token === '[' || token === ',') {
      values += 1;
      if (values > maxValues) throw invalidField('body', `must have at most ${maxValues} values`);
    }
    if (token === '{' || token === '[') {
      if (frames.length >= MAX_DEPTH) {
        throw invalidField('body', `must nest at most ${MAX_DEPTH} levels`);
      }
      const path = frame === undefined ? '' : join(frame);
      frames.push({ keys: token === '{' ? new Set() : null, path, key: '' });
      expectKey = token === '{';
    } else if (token === '}' || token === ']') {
      frames.pop();
      expectKey = false;
    } else if (token === ',') {
      expectKey = frame?.keys != null;
    } else if (token === ':') {
      expectKey = false;
    } else {
      scanString(token, frame, expectKey);
    }
  }
}

function scanString(token: string, frame: Frame | undefined, isKey: boolean): void {
  const value = unquote(token);
  if (isKey && frame?.keys != null) {
    frame.key = value;
    // Copying a JavaScript object drops this key, and the caller's value with it.
    if (value === '__proto__') throw invalidField(join(frame), 'is not a field');
    if (frame.keys.has(value)) throw invalidField(join(frame), 'is given twice');
    frame.keys.add(value);
  }
  if (!value.isWellFormed()) {
    // The key itself may have lone surrogates, and the response must be well-formed.
    throw invalidField(where(frame).toWellFormed(), 'must be well-formed Unicode');
  }
  if (value.includes('\0')) throw invalidField(where(frame), 'must not contain NUL');
}

function unquote(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    throw invalidField('body', 'must be well-formed JSON');
  }
}

function where(frame: Frame | undefined): string {
  return frame === undefined ? 'body' : join(frame) || 'body';
}

function join(frame: Frame): string {
  return frame.path !== '' && frame.key !== ''
    ? `${frame.path}.${frame.key}`
    : frame.path || frame.key;
}
