/** The event of an OpenVEX statement. */
import { isDeepStrictEqual } from 'node:util';
import { kindOfAnswer } from '#lib/advisory-formats/answers.ts';
import type { EventOrigin } from '#lib/advisory-formats/origin.ts';
import {
  FALSE_POSITIVE_TYPES,
  noteIn,
  STATUS_OF_KIND,
  textsIn,
  TYPE_OF_JUSTIFICATION,
  verdictOf,
} from '#lib/advisory-formats/statements.ts';
import type { Kept } from '#lib/advisory-formats/statements.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { VexStatement } from './openvex-schema.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';

export type Statement = VexStatement & {
  /** What the identifier of Grove's own statements keeps; null for others. */
  kept: Kept | null;
  /** The words on a fix of an affected product; see {@link kindOfAnswer}. */
  answers: readonly string[];
};

/** The texts of a statement that its event does not have; undefined if the note of the event has them. */
export function textsOf(one: Statement, { kind, data }: Event): EventOrigin['texts'] {
  const texts = textsIn(one);
  const derived = textsIn(verdictOf(kind, data));
  const isEmpty = Object.keys(texts).length === 0;
  return isEmpty || isDeepStrictEqual(texts, derived) ? undefined : texts;
}

type Event = Pick<ImportedEvent, 'kind' | 'data'>;

/** Null if Grove made the statement from an advisory without events. */
export function eventOf(one: Statement, version: string, component: string): Event | null {
  const own = one.kept;
  if (own !== null && own.kind === undefined) return null;
  // If somebody changed the status of such a statement, the new status wins.
  if (own?.kind !== undefined && STATUS_OF_KIND[own.kind] === one.status) {
    return ownEventOf(one, { ...own, kind: own.kind }, { version, component });
  }
  return foreignEventOf(one, version, component);
}

function ownEventOf(
  one: Statement,
  { kind, type }: Kept & { kind: ImportedEvent['kind'] },
  { version, component }: { version: string; component: string },
): Event {
  const event = foreignEventOf(one, version, component);
  if (kind === 'detection' || kind === 'fixed') return event;
  const note = noteIn(noteOf(one), kind);
  if (kind !== 'falsePositiveDetermination') return { kind, data: { note } };
  const known = FALSE_POSITIVE_TYPES.find((name) => name === type);
  return { kind, data: { type: known ?? event.data['type'] ?? '', note } };
}

const noteOf = (one: Statement) =>
  one.impact_statement || one.action_statement || one.status_notes || '';

function foreignEventOf(one: Statement, version: string, component: string): Event {
  const note = noteOf(one);
  switch (one.status) {
    case 'fixed':
      return { kind: 'fixed', data: { fixedVersion: version, note } };
    case 'affected':
      return { kind: kindOfAnswer(one.answers), data: { note } };
    case 'not_affected': {
      const type =
        TYPE_OF_JUSTIFICATION.get(one.justification ?? '') ??
        'VULNERABILITY_RECORD_ANALYSIS_CONTESTED';
      return { kind: 'falsePositiveDetermination', data: { type, note } };
    }
    case 'under_investigation':
      return { kind: 'detection', data: detectionOf(one, version, component) };
  }
}

function detectionOf({ products }: Statement, version: string, component: string): JsonObject {
  if (version === '' && products.length <= 1 && component === '') return { manual: {} };
  const scan = { scanner: '', subpackage: '', component, componentVersion: version };
  return { scan: { ...scan, componentType: '', componentLocation: '' } };
}
