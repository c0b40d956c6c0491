/** Facts in Grove's own exports that a format has no field for. */
import { z } from 'zod';
import { placeFields } from '#lib/advisory-formats/artifacts.ts';
import { origin } from '#lib/advisory-formats/origin.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import { apiEvent } from './events.ts';
import { aliases, time, vector } from './fields.ts';

const words = z.string();

const common = placeFields.extend({
  /** Exports of earlier versions do not say it. */
  artifactFamily: words.default(''),
  summary: words.optional(),
  author: words,
  severity: z.enum(SEVERITIES).optional(),
  fixedVersion: words,
  createTime: time,
  origin: origin.optional(),
});

/** Grove's fields in `database_specific` of an affected package of OSV. */
export const osvOwnWords = common.extend({
  aliases: aliases.optional(),
  events: z.array(apiEvent),
});

/** Grove's fields in entries of package YAML that need more than the package's name. */
export const yamlOwnWords = common.extend({ severities: z.array(vector).optional() });
