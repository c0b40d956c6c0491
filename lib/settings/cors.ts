/** The origins of other sites whose pages may call the API with tokens. */
import { OperatorError } from '#lib/operator-error.ts';
import { listOf, quote, type Environment } from './environment.ts';

/** @throws OperatorError for anything but exact origins: `*` would let any page in. */
export function readCorsOrigins(env: Environment): readonly string[] {
  const origins = listOf(env.GROVE_CORS_ORIGINS ?? '');
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined) {
    throw new OperatorError(
      `GROVE_CORS_ORIGINS must be origins such as https://portal.example.com, not ${quote(wrong)}`,
    );
  }
  return origins;
}

function isOrigin(text: string): boolean {
  const url = text.includes('*') ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
