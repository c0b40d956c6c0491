/**
 * Which attempts have a record of their own, and which share one: a caller who tries many things, or
 * things that do not exist, must not fill the record of an organization.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { perProcess } from '#lib/per-process.ts';
import { minuteOf, ownResource, summedAt } from './attempts.ts';
import type { AuditEntry } from './record.ts';

/**
 * An entry. With `isOfIdentity` it has the name of the identity that is its resource, and is
 * dropped if that identity no longer exists.
 */
export type LaterEntry = AuditEntry & { isOfIdentity?: boolean };

export interface Counted {
  entry: LaterEntry;
  count: number;
}

/** Different attempts of one caller from one network in a share within a minute. */
const OWN_RECORDS = 50;

const keptOf = (minute: number) => ({ minute, kept: new Map<string, Set<string>>() });
const ownRecords = perProcess('ownRecords', () => keptOf(0));

/** What has a record of its own in this minute, by the caller, the network and the share. */
function keptNow() {
  const minute = minuteOf(Date.now());
  if (ownRecords.value.minute !== minute) ownRecords.value = keptOf(minute);
  return ownRecords.value.kept;
}

/** The same text for all attempts that share a record. */
export function keyOf(entry: AuditEntry): string {
  const { actor, type, group, result = 'OK', network = '' } = entry;
  return JSON.stringify([actor, type, group, result, network, ownResource(entry)]);
}

function hasOwn(entry: AuditEntry, share: string): boolean {
  const whose = JSON.stringify([entry.actor, entry.network ?? '', share]);
  const kept = keptNow();
  const keys = kept.get(whose) ?? new Set();
  const key = keyOf(entry);
  if (!keys.has(key) && keys.size >= OWN_RECORDS) return false;
  kept.set(whose, keys.add(key));
  return true;
}

/**
 * Joins attempts that have no record of their own: one for each caller, network and result, in the root
 * group. Drops attempts at organizations that do not exist.
 *
 * @param names those of the groups and root groups that exist.
 * @param shares those of the root groups.
 */
export function withSums(
  counted: readonly Counted[],
  names: ReadonlyMap<string, string>,
  shares: ReadonlyMap<string, string>,
): Counted[] {
  const own: Counted[] = [];
  const sums = new Map<string, Counted>();
  for (const one of counted) {
    const root = rootUid(one.entry.group);
    const name = names.get(root);
    if (name === undefined) continue;
    if (names.has(one.entry.group) && hasOwn(one.entry, shares.get(root) ?? root)) own.push(one);
    else addTo(sums, summed(one, root, name));
  }
  return [...own, ...sums.values()];
}

function summed({ entry, count }: Counted, root: string, name: string): Counted {
  const { isOfIdentity: _, before: __, ...kept } = entry;
  return { entry: { ...kept, ...summedAt(root, name) }, count };
}

function addTo(sums: Map<string, Counted>, one: Counted): void {
  const key = keyOf(one.entry);
  const known = sums.get(key);
  sums.set(key, { ...one, count: one.count + (known?.count ?? 0) });
}
