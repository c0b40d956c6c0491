/**
 * Strict JSON objects: what JSON.parse takes, less repeated keys, deep nesting
 * and text that no database holds alike (NUL, lone surrogates).
 */
import { invalidField } from './errors.ts';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

const MAX_DEPTH = 32;

/** @throws ApiError INVALID_ARGUMENT that names the repeated key, or `body`. */
export function parseJson(text: string): JsonObject {
  scan(text);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    throw invalidField('body', 'must be well-formed JSON');
  }
  if (!isJsonObject(value)) throw invalidField('body', 'must be a JSON object');
  return value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One object or array that the scan is inside of. */
interface Frame {
  keys: Set<string> | null;
  path: string;
  key: string;
}

// JSON.parse keeps the last of repeated keys and tells nobody, so the tokens are walked once
// before it: strings and brackets are all that matters, the rest is its business.
// An unterminated string is a token too, so that the walk stays linear.
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]/gs;

function scan(text: string): void {
  const frames: Frame[] = [];
  let expectKey = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const frame = frames.at(-1);
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
    // Objects of JavaScript lose it when they are copied, and with it what the caller asked for.
    if (value === '__proto__') throw invalidField(join(frame), 'is not a field');
    if (frame.keys.has(value)) throw invalidField(join(frame), 'is given twice');
    frame.keys.add(value);
  }
  if (!value.isWellFormed()) {
    // It may be the name itself, and what is answered is well-formed.
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
