/**
 * The part of an OpenVEX document that Grove stores.
 *
 * @see https://github.com/openvex/spec
 */
import { z } from 'zod';
import { isJsonObject } from '#lib/aip/json.ts';
import { nameOfIri } from '#lib/advisory-formats/iri.ts';
import type { Naming } from '#lib/advisory-formats/origin.ts';
import { TYPE_OF_JUSTIFICATION } from '#lib/advisory-formats/statements.ts';
import { advisoryId, aliases, exactTime, name } from './fields.ts';

const CONTEXT = /^https:\/\/openvex\.dev\/ns(?:\/v0\.\d+\.\d+)?$/;

const words = z.string();

/** The texts that identify a product or a part of one, the most exact first. */
export function namesIn({ '@id': id, identifiers = {}, hashes = {} }: Naming): string[] {
  const { purl, cpe23, cpe22 } = identifiers;
  const digests = Object.entries(hashes).map(([algorithm, hash]) => `${algorithm}:${hash}`);
  const name = id === undefined ? undefined : nameOfIri(id);
  return [purl, name, cpe23, cpe22, ...digests].filter((one) => one !== undefined);
}

export const vexDocument = z.looseObject({
  '@context': z.string().regex(CONTEXT, { error: 'must be OpenVEX of version 0' }),
  author: words.optional(),
  timestamp: exactTime.optional(),
  statements: z.array(z.unknown(), { error: 'must be an array' }),
});

const texts = z.record(z.string(), name).optional();
const component = z.looseObject({ '@id': name.optional(), identifiers: texts, hashes: texts });
const isNamed = (of: Naming) => namesIn(of).length > 0;
const unnamed = { error: 'must have an @id, an identifier (purl, cpe22, cpe23) or a hash' };
const part = z.union([name.transform((id) => ({ '@id': id })), component.refine(isNamed, unnamed)]);
const product = z.union([
  name.transform((id) => ({ '@id': id, subcomponents: undefined })),
  component.extend({ subcomponents: z.array(part).optional() }).refine(isNamed, unnamed),
]);

/** A vulnerability may have only an address, whose last part is its name. */
function withName(value: unknown): unknown {
  if (!isJsonObject(value) || value['name'] !== undefined) return value;
  const last = String(value['@id'] ?? '')
    .split(/[/#]/)
    .findLast((part) => part !== '');
  return last === undefined ? value : { ...value, name: last };
}

export const vexStatement = z.looseObject({
  '@id': z.string().optional(),
  vulnerability: z.union(
    [
      // As versions before 0.2.0 wrote it.
      advisoryId.transform((id) => ({ name: id, aliases: undefined, description: undefined })),
      z.preprocess(
        withName,
        z.looseObject({
          name: advisoryId,
          aliases: aliases.optional(),
          description: words.optional(),
        }),
      ),
    ],
    { error: 'must be an object with a name' },
  ),
  timestamp: exactTime.optional(),
  products: z.array(product).min(1, { error: 'must not be empty' }),
  status: z.enum(['not_affected', 'affected', 'fixed', 'under_investigation'], {
    error: 'must be not_affected, affected, fixed or under_investigation',
  }),
  justification: z
    .string()
    .refine((name) => TYPE_OF_JUSTIFICATION.has(name), {
      error: 'is not a justification of OpenVEX',
    })
    .optional(),
  impact_statement: words.optional(),
  action_statement: words.optional(),
  status_notes: words.optional(),
});

export type VexStatement = z.infer<typeof vexStatement>;
export type Product = VexStatement['products'][number];
