/** What each answer of v1 says of its end, and of the operation that replaces it. */
import { config } from '#lib/config.ts';

/**
 * @param successor the path of v2's operation.
 * @see RFC 9745 for `Deprecation`, RFC 8594 for `Sunset`, RFC 5829 for the relation.
 */
export function endOfV1(successor: string): Record<string, string> {
  const { deprecation, sunset } = config().v1;
  return {
    link: `<${successor}>; rel="successor-version"`,
    ...(deprecation !== undefined && {
      deprecation: `@${Math.floor(deprecation.getTime() / 1_000)}`,
    }),
    ...(sunset !== undefined && { sunset: sunset.toUTCString() }),
  };
}
