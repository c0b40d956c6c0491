import { ApiRequestError } from '#lib/client/api.ts';

/**
 * Refuses values that the API never receives, as the API refuses others.
 *
 * @throws ApiRequestError that names the fields.
 */
export function requireFields(
  message: string,
  fieldViolations: { field: string; description: string }[],
): void {
  if (fieldViolations.length === 0) return;
  throw new ApiRequestError(400, {
    code: 3,
    message,
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
  });
}
