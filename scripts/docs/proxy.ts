/** The matcher of proxy.ts, which Next.js reads as it is written. */
import { AREAS } from '#lib/transport/endpoints/areas.ts';

const MATCHER = /(?<=^ {2}matcher: \[\n {4})'.*'(?=,\n)/m;

/** The module with the matcher that the areas need. */
export function withMatcher(module: string): string {
  if (!MATCHER.test(module)) throw new Error('proxy.ts must have a matcher of one line');
  // Without the slash that each begins with.
  const paths = AREAS.map(({ pattern }) =>
    pattern.source.replaceAll('\\/', '/').slice('^/'.length),
  );
  const matcher = `/((?!${paths.join('|')}).*)`;
  return module.replace(MATCHER, () => `'${matcher.replaceAll('\\', '\\\\')}'`);
}
