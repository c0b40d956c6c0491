/**
 * How the records that an advisory came from name what they are about, kept beside the
 * advisory so that an export names it in the same way. The API does not show it.
 */
import { z } from 'zod';
import type { JsonValue } from '#lib/aip/json.ts';
import { storedText } from './stored-text.ts';

const text = storedText.min(1);

const eventOrigin = z.object({
  /** The product of the statement: a package URL, or another IRI. */
  product: text.optional(),
  subcomponent: text.optional(),
  /** Of a scan in package YAML. */
  componentId: text.optional(),
});

export const origin = z.object({
  /** OSV's. */
  ecosystem: text.optional(),
  /** Of the artifact. */
  purl: text.optional(),
  /** By the uid of the event. */
  events: z.record(z.string(), eventOrigin).optional(),
});

export type Origin = z.infer<typeof origin>;
export type EventOrigin = z.infer<typeof eventOrigin>;

/** @param column as it is stored. */
export function originOf(column: JsonValue | unknown): Origin {
  return origin.safeParse(column).data ?? {};
}
