/** The origins of other sites whose pages may call the API with tokens. */
import { listOf, notValid, type Environment } from './environment.ts';

/** @throws OperatorError for anything but exact origins: `*` would let any page in. */
export function readCorsOrigins(env: Environment): readonly string[] {
  const origins = listOf(env.GROVE_CORS_ORIGINS ?? '');
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined) {
    throw notValid('GROVE_CORS_ORIGINS', 'be origins such as https://portal.example.com', wrong);
  }
  return origins;
}

function isOrigin(text: string): boolean {
  const url = text.includes('*') ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
