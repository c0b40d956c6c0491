/** Compares identities with a caller, each organization's within the steps that it may cause. */
import { rootUid } from '#lib/aip/uid.ts';
import { filterInParts } from './in-parts.ts';
import { byAge, type Aged } from './named-since.ts';
import { Steps } from './steps.ts';

/**
 * The identities that hold. The oldest of an organization come first, so that one that somebody adds
 * later never takes the steps of another. Once the steps are spent, the rest does not match.
 */
export async function filterByOrganization<T extends Aged>(
  identities: readonly T[],
  holds: (one: T, steps: Steps) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  for (const [root, own] of Map.groupBy(identities, ({ uid }) => rootUid(uid))) {
    const steps = new Steps();
    const oldest = own.toSorted(byAge);
    found.push(...(await filterInParts(oldest, (one) => holds(one, steps), root)));
  }
  return found;
}
