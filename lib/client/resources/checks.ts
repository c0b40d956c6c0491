/** What the API would refuse in a request, found in the browser by the API's own definitions. */
import '#lib/client/resources/zod-without-eval.ts';
import { findResource } from '#lib/resources/index.ts';
import { validate } from '#lib/resources/input.ts';
import type { JsonObject } from '#lib/aip/json.ts';

export type Violations = Readonly<Record<string, string>>;

/** The problems of the values in the body of a create or update. Missing values are none. */
export type Check = (body: object) => Violations;

/** Checks bodies for the collection of an API path: `/iam/v2beta1/groups/UID`. */
export function checkOf(apiPath: string): Check {
  const [, domain = '', , collection = ''] = apiPath.split('/');
  const input = findResource(domain, collection)?.input;
  return (body) =>
    Object.fromEntries(
      (input ? validate(input, body as JsonObject).violations : [])
        // An update names only what changed, and who is still typing has not forgotten the rest.
        .filter(({ description }) => !description.startsWith('is required'))
        .map(({ field, description }) => [field, description]),
    );
}
