import { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { readJson } from './answers.ts';

/** @throws ApiError INVALID_ARGUMENT for each member that is missing, unknown or not a text. */
export function requireStrings<Field extends string>(
  body: JsonObject,
  fields: readonly Field[],
): Record<Field, string> {
  const shape = Object.fromEntries(fields.map((field) => [field, z.string()]));
  return checked(z.strictObject(shape), body) as Record<Field, string>;
}

/** @throws ApiError as {@link requireStrings} and {@link readJson}. */
export const readStrings = async <Field extends string>(
  request: Request,
  ...fields: readonly Field[]
): Promise<Record<Field, string>> => requireStrings(await readJson(request), fields);
