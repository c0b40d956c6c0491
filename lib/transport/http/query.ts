/** Query parameters by their snake_case names. camelCase names are accepted as well. */
import { invalidArgument, invalidField } from '#lib/aip/errors.ts';
import type { ListParams } from '#lib/service/calls/filters.ts';

/** The characters of the query of an address. */
export const MAX_QUERY_LENGTH = 64 * 1024;

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The query of an address; see {@link parseSearch}. */
export function parseQuery(url: string): ListParams {
  return parseSearch(new URL(url).search);
}

/**
 * @throws ApiError INVALID_ARGUMENT for broken percent-encoding, NUL or a query that is too long.
 */
export function parseSearch(search: string): ListParams {
  if (search.length > MAX_QUERY_LENGTH) throw invalidField('query', 'is too long');
  const params = new Map<string, string[]>();
  for (const part of search.slice(1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = snakeCase(decode(equals === -1 ? part : part.slice(0, equals)));
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    if (value.includes('\0')) throw invalidField(name, 'must not contain NUL');
    params.set(name, [...(params.get(name) ?? []), value]);
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidField('query', 'is not well-formed percent-encoding');
  }
}

/** @throws ApiError INVALID_ARGUMENT for a parameter that the operation does not have. */
export function onlyParameters(params: ListParams, known: readonly string[]): void {
  if (params.size === 0) return;
  const violations = [...params].flatMap(([name, values]) => {
    if (!known.includes(name)) return [{ field: name, description: 'is not a parameter here' }];
    return values.length > 1 ? [{ field: name, description: 'is given twice' }] : [];
  });
  if (violations.length > 0) throw invalidArgument(violations);
}
