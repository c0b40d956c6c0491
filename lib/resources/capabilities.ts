/**
 * The capabilities that a role can grant, derived from the catalog of resources. Pure data, for the
 * server and the browser.
 */
import { entryOf, RESOURCE_TYPES, type Capability } from './catalog.ts';

export type { Capability };

/** Every capability that a role can grant, in the order of the catalog. */
export const CAPABILITIES = RESOURCE_TYPES.map(entryOf).flatMap(({ family, grants }) =>
  grants.map((grant) => `${family}.${grant}` as Capability),
);

/** True unless the capability only lets its holder read. */
export const isWriting = (capability: Capability): boolean => !capability.endsWith('.list');

export function isCapability(text: string): text is Capability {
  return (CAPABILITIES as readonly string[]).includes(text);
}
