/** The schemas of the responses of imports and exports of advisories. */
import { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { importReport } from '#lib/resources/import-report.ts';

const text = (description: string) => z.string().describe(description);
const time = (description: string) => z.string().meta({ format: 'date-time', description });
const texts = (description: string) => z.record(z.string(), z.string()).describe(description);

/** It has an `@id` or `identifiers`. */
const named = (part: string) =>
  z.strictObject({
    '@id': text(`The package URL of the ${part}.`).optional(),
    identifiers: texts('Other names that a statement gave it, by their kind.').optional(),
    hashes: texts('Its hashes by their algorithm.').optional(),
  });

const PRODUCT = named('artifact').extend({
  subcomponents: z
    .array(named('component'))
    .describe('The component of the artifact that has the vulnerability.')
    .optional(),
});

const VULNERABILITY = z.strictObject({
  name: text('The id of the vulnerability, a public one if there is one.'),
  description: text('What the vulnerability is.').optional(),
  aliases: z.array(z.string()).describe('Other ids of the vulnerability.').optional(),
});

const JUSTIFICATIONS = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const;

const STATEMENT = z.strictObject({
  '@id': text('Names the statement.'),
  vulnerability: VULNERABILITY.describe('What the statement is about.'),
  timestamp: time('When the status was determined.'),
  products: z.array(PRODUCT).describe('The artifact.'),
  status: z
    .enum(['not_affected', 'affected', 'fixed', 'under_investigation'])
    .describe('How the vulnerability affects the artifact.'),
  status_notes: text('A remark on the status.').optional(),
  justification: z.enum(JUSTIFICATIONS).describe('Why the artifact is not affected.').optional(),
  impact_statement: text('Why the artifact is not affected, in words.').optional(),
  action_statement: text('What to do about the vulnerability.').optional(),
});

/** @see https://github.com/openvex/spec */
const OPENVEX = z
  .strictObject({
    '@context': text('The version of OpenVEX.'),
    '@id': text('Names the document.'),
    author: text('The installation.'),
    timestamp: time('When the document was made.'),
    version: z.int().min(0).describe('Always 1: each export is a document of its own.'),
    tooling: text('What made the document.'),
    statements: z.array(STATEMENT).describe('One statement for each advisory.'),
  })
  .describe('Advisories as an OpenVEX document.');

function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema) as JsonObject;
  return json;
}

export const FILE_SCHEMAS: JsonObject = {
  ImportReport: jsonSchema(importReport),
  OpenVexDocument: jsonSchema(OPENVEX),
};
