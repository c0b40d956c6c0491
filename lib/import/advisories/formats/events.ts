/** The members of an AdvisoryEvent, as the API writes them and the importers make them. */
import { z } from 'zod';
import { eventUid, FALSE_POSITIVE_TYPES, type Kind } from '#lib/advisory-formats/statements.ts';
import { compareTexts } from '#lib/advisory-formats/versions/order.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { time } from './fields.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';

const words = z.string().default('');
const note = z.object({ note: words });

/** The data of each kind of event. */
export const EVENT_DATA = {
  detection: z.union(
    [
      z.strictObject({ manual: z.strictObject({}) }),
      z.strictObject({ nvdApi: z.object({ cpeSearched: words, cpeFound: words }) }),
      z.strictObject({
        scan: z.object({
          scanner: words,
          subpackage: words,
          component: words,
          componentVersion: words,
          componentType: words,
          componentLocation: words,
        }),
      }),
    ],
    { error: 'must be that of a detection, with texts alone' },
  ),
  fixed: z.object({ fixedVersion: words, note: words }),
  falsePositiveDetermination: z.object({
    type: z.enum(FALSE_POSITIVE_TYPES, { error: 'is not a reason for a false positive' }),
    note: words,
  }),
  truePositiveDetermination: note,
  analysisNotPlanned: note,
  fixNotPlanned: note,
  pendingUpstreamFix: note,
} as const satisfies Record<Kind, z.ZodType>;

const member = <Member extends Kind>(kind: Member) =>
  z
    .strictObject({
      uid: eventUid.optional(),
      createTime: time,
      author: words,
      [kind]: EVENT_DATA[kind],
    })
    .transform(({ uid, createTime, author, ...rest }): ImportedEvent => {
      const data = (rest as Record<string, unknown>)[kind] as JsonObject;
      return { uid, createTime, author, kind, data } as ImportedEvent;
    });

/** An event as the API writes it. */
export const apiEvent = z.union((Object.keys(EVENT_DATA) as Kind[]).map((kind) => member(kind)));

/** The digits after the milliseconds follow them, before the `Z`. */
export const exactly = (time: string, finer = ''): string =>
  `${time.replace(/Z$/, '')}${finer.padEnd(6, '0')}`;

/** After every other time: an event without one gets that of its import. */
const LATEST = '~';

/** The time of an event, in a form whose order as text is that of time. */
export const exactTimeOf = ({ createTime = LATEST, origin }: ImportedEvent): string =>
  exactly(createTime, origin?.finerTime);

/** The oldest first. Events with the same time, or none, keep their given order. */
export function inOrder(events: readonly ImportedEvent[]): ImportedEvent[] {
  return events.toSorted((a, b) => compareTexts(exactTimeOf(a), exactTimeOf(b)));
}

/** The version of the newest fix, if no event follows it. */
export function fixedVersionOf(events: readonly ImportedEvent[]): string {
  const last = events.at(-1);
  return last?.kind === 'fixed' ? String(last.data['fixedVersion'] ?? '') : '';
}
