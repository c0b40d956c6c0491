/**
 * Two verdicts on one thing in one document: the rule of all formats. The most cautious one counts, so
 * affected wins, and a warning names both.
 */
import { subjectOf } from '#lib/advisory-formats/current.ts';
import { STATUS_OF_KIND } from '#lib/advisory-formats/statements.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { compareTexts } from '#lib/advisory-formats/versions/order.ts';
import type { ImportedEvent, ProblemOfField } from '#lib/import/advisories/types.ts';
import { exactTimeOf } from './events.ts';

type Status = (typeof STATUS_OF_KIND)[ImportedEvent['kind']];

/** The most cautious comes first. */
const CAUTION: readonly Status[] = ['affected', 'under_investigation', 'fixed', 'not_affected'];

export interface Settled {
  events: ImportedEvent[];
  warnings: ProblemOfField[];
}

/**
 * The events without those that a more cautious one contradicts. A verdict does not contradict a newer
 * one, which may follow from what happened since.
 *
 * @param named what an event is about, for people.
 */
export function settled(
  events: readonly ImportedEvent[],
  named: (event: ImportedEvent) => string,
): Settled {
  const lost = new Set<ImportedEvent>();
  const warnings: ProblemOfField[] = [];
  const verdicts = events.filter(isVerdict);
  for (const about of Map.groupBy(verdicts, subjectOfEvent).values()) {
    for (const together of atOneTime(about)) {
      const statuses = new Set(together.map(statusOf));
      const [counts, ...others] = CAUTION.filter((status) => statuses.has(status));
      if (others.length === 0) continue;
      for (const event of together) if (statusOf(event) !== counts) lost.add(event);
      const both = [counts, ...others].join(' and ');
      const [name = ''] = together.map(named).toSorted(compareTexts);
      const warning = `says ${both} of ${name} at the same time; ${counts} counts`;
      warnings.push({ field: 'status', warning });
    }
  }
  return { events: events.filter((event) => !lost.has(event)), warnings };
}

const statusOf = ({ kind }: ImportedEvent): Status => STATUS_OF_KIND[kind];

/** A timeline begins with a detection, which decides nothing. A statement of that status does. */
const isVerdict = (event: ImportedEvent): boolean =>
  event.origin?.product !== undefined || statusOf(event) !== 'under_investigation';

const subjectOfEvent = ({ origin = {} }: ImportedEvent): string => subjectOf(origin);

/** Nobody knows whether an event without a time is older than the newest one, so they are together. */
function atOneTime(events: readonly ImportedEvent[]): Iterable<ImportedEvent[]> {
  const dated = events.filter(({ createTime }) => createTime !== undefined).map(exactTimeOf);
  const newest = dated.toSorted(compareTexts).at(-1) ?? '';
  const timeOf = (event: ImportedEvent) =>
    event.createTime === undefined ? newest : exactTimeOf(event);
  return Map.groupBy(events, timeOf).values();
}

/** The order in which a vulnerability is dealt with, for statements of one time. */
const LIFE: readonly Status[] = ['not_affected', 'under_investigation', 'affected', 'fixed'];

/** Where the only event of a statement stands among others of its time: the general before the special. */
export function placeInLife(event: ImportedEvent): string {
  return `${subjectOfEvent(event) === '' ? 0 : 1}${LIFE.indexOf(statusOf(event))}`;
}

/**
 * What a verdict lacks that OpenVEX asks for, whatever format it is in. It is imported anyway.
 *
 * @param statement with the names of OpenVEX.
 */
export function missingReason(statement: JsonObject): ProblemOfField[] {
  const { status, justification, impact_statement: impact, action_statement: action } = statement;
  if (status === 'affected' && !action) {
    return [{ field: 'action_statement', warning: 'is required of an affected product' }];
  }
  if (status !== 'not_affected' || justification !== undefined || impact) return [];
  const warning = 'is required of a product that is not affected, or else an impact_statement';
  return [{ field: 'justification', warning }];
}
