/** From what somebody fills in to the request that it makes. */
import type { ParameterObject } from '#lib/client/api-reference/document.ts';
import type { Operation } from '#lib/client/api-reference/operations.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

/** What is filled in. */
export interface Entered {
  /** By the name of the parameter; of a list, a value on each line. */
  values: Readonly<Record<string, string>>;
  /** The body as text. */
  body: string;
  file: File | null;
}

/** What a parameter is given, one by one; nothing where its field is empty. */
export function valuesOf({ name, schema }: ParameterObject, { values }: Entered): string[] {
  const text = values[name] ?? '';
  const all = schema.type === 'array' ? text.split('\n').map((line) => line.trim()) : [text.trim()];
  return all.filter((value) => value !== '');
}

/** What keeps the request from being sent, in words for the button; null where nothing does. */
export function missingOf({ parameters, body }: Operation, entered: Entered): string | null {
  const missing = parameters.find((one) => one.required && valuesOf(one, entered).length === 0);
  if (missing !== undefined) return `Fill in ${missing.name} first`;
  if (body?.kind === 'file' && entered.file === null) return 'Choose a file first';
  if (body?.kind === 'json' && bodyProblem(entered.body) !== null)
    return 'Put the body right first';
  return null;
}

/** What is wrong with the body before the server has seen it. */
export function bodyProblem(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? null : 'It must be a JSON object.';
  } catch (error) {
    return `It is not JSON: ${(error as Error).message}.`;
  }
}

/** The request; parts that are not filled in stand there by their names. */
export function requestOf(operation: Operation, entered: Entered): ShellRequest {
  const { method, path, parameters, body, responses } = operation;
  const query = new URLSearchParams();
  let filled = path;
  let ifMatch: string | null = null;
  for (const parameter of parameters) {
    const values = valuesOf(parameter, entered);
    const [value] = values;
    if (value === undefined) continue;
    if (parameter.in === 'query') for (const one of values) query.append(parameter.name, one);
    else if (parameter.in === 'header') ifMatch = value;
    // The slashes of a uid may stay.
    else
      filled = filled.replace(
        `{${parameter.name}}`,
        encodeURIComponent(value).replaceAll('%2F', '/'),
      );
  }
  const search = query.size > 0 ? `?${query}` : '';
  return {
    method,
    path: filled + search,
    ifMatch,
    ...(body?.kind === 'json' && { body: JSON.parse(entered.body) as unknown }),
    ...(body?.kind === 'file' && { file: entered.file?.name ?? 'FILE' }),
    ...(responses[0]?.isFile && { isDownload: true }),
  };
}
