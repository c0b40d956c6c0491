/**
 * The names that the original records used for an advisory. They are stored beside the advisory, so
 * that an export can use the same names. The API does not show them.
 */
import { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { text } from './text.ts';

const texts = z.record(z.string(), text());

/** How a statement names a product or a subcomponent, if by more than one text. */
const naming = z.object({
  '@id': text().optional(),
  identifiers: texts.optional(),
  hashes: texts.optional(),
});

export type Naming = z.infer<typeof naming>;

const eventOrigin = z.object({
  /** The product of the statement: a package URL, or another IRI. */
  product: text().optional(),
  subcomponent: text().optional(),
  /** A range of an OSV record that the text of a detection cannot express. */
  range: z.record(z.string(), z.json()).optional(),
  /** The digits of the statement's time after its milliseconds. */
  finerTime: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
  /** The texts of a statement, where the note of the event cannot say which they were. */
  texts: z
    .object({
      impact_statement: text().optional(),
      action_statement: text().optional(),
      status_notes: text().optional(),
    })
    .optional(),
  productNaming: naming.optional(),
  subcomponentNaming: naming.optional(),
  /** The component id of a scan in package YAML. */
  componentId: text().optional(),
});

/** The column `origin` of an advisory: what exports need and the API does not show. */
export const origin = z.object({
  ecosystem: text().optional(),
  purl: text().optional(),
  /** When the OSV record was last modified: RFC 3339, UTC, with milliseconds. */
  modified: text().optional(),
  /** What the record says of the package beyond ranges and vectors, by the names of OSV. */
  affected: z.record(z.string(), z.json()).optional(),
  /** What the API has no field for, by the names of OSV. Only one advisory of a record has it. */
  record: z.record(z.string(), z.json()).optional(),
  /** Keyed by the uid of the event. */
  events: z.record(z.string(), eventOrigin).optional(),
});

export type Origin = z.infer<typeof origin>;
export type EventOrigin = z.infer<typeof eventOrigin>;

/** The origin of an advisory; empty if the stored value has another form. @param column the stored value. */
export function originOf(column: unknown): Origin {
  return origin.safeParse(column).data ?? {};
}

/** Whether an event came from a statement. @param column of its advisory. */
export function statedIn(column: unknown): (event: JsonObject) => boolean {
  const { events = {} } = originOf(column);
  return ({ uid }) => events[String(uid)]?.product !== undefined;
}
