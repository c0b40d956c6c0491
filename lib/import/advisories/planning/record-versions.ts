/** An OSV record changes with time. `modified` says which version of it is newer. */
import { dataOf, outcomeOf } from '#lib/advisory-formats/current.ts';
import { originOf } from '#lib/advisory-formats/origin.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { randomHex } from '#lib/aip/uid.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import type { ImportedAdvisory } from '#lib/import/advisories/types.ts';

export const newEventUid = (): string => randomHex(8);

/** Why the record changes nothing: a newer version of it is stored. Null if it is not older. */
export function olderThan(stored: Advisory | null, advisory: ImportedAdvisory): string | null {
  const known = originOf(stored?.origin).modified;
  const given = advisory.origin?.modified;
  if (known === undefined || given === undefined || given >= known) return null;
  return `is older than the version of ${known} that is stored, and is skipped`;
}

const LEFT_OUT = 'The record no longer names this package since its version of';

/** Whether the last word is that the record left the package out. */
export function isClosed({ events }: Advisory): boolean {
  const { note } = dataOf(events.at(-1));
  return typeof note === 'string' && note.startsWith(LEFT_OUT);
}

/** The advisory of a package that the record of this time no longer names. */
export function closed(row: Advisory, modified: string): Advisory {
  const note = `${LEFT_OUT} ${modified}.`;
  const event: JsonObject = {
    uid: newEventUid(),
    createTime: modified,
    author: row.author,
    falsePositiveDetermination: { type: 'COMPONENT_VULNERABILITY_MISMATCH', note },
  };
  const events = [...row.events, event];
  const origin = { ...row.origin, modified };
  return { ...row, events, origin, ...outcomeOf({ events, origin }) };
}
