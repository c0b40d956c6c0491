/** Turns the form of the reference into a request. */
import { isObject } from '#lib/client/is-object.ts';
import type { ParameterObject } from '#lib/client/api-reference/document.ts';
import type { Operation } from '#lib/client/api-reference/operations.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

/** What a person has typed into the form of an operation. */
export interface Entered {
  /** By parameter name; list values are one per line. */
  values: Readonly<Record<string, string>>;
  body: string;
  file: File | null;
}

/** The values of a parameter; empty if its field is empty. */
export function valuesOf({ name, schema }: ParameterObject, { values }: Entered): string[] {
  const text = values[name] ?? '';
  const all = schema.type === 'array' ? text.split('\n').map((line) => line.trim()) : [text.trim()];
  return all.filter((value) => value !== '');
}

/** Why the request cannot be sent, as a text for the button; null if it can. */
export function missingOf({ parameters, body }: Operation, entered: Entered): string | null {
  const missing = parameters.find((one) => one.required && valuesOf(one, entered).length === 0);
  if (missing !== undefined) return `Fill in ${missing.name} first`;
  if (body?.kind === 'file' && entered.file === null) return 'Choose a file first';
  if (body?.kind === 'json' && bodyProblem(entered.body) !== null) return 'Correct the body first';
  return null;
}

/** Why the text cannot be the body of a request; null if it can. */
export function bodyProblem(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? null : 'It must be a JSON object.';
  } catch (error) {
    return `It is not JSON: ${(error as Error).message}.`;
  }
}

/** The request. Missing parts appear as placeholders. */
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
    // The slashes of a uid need no encoding.
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
