/**
 * The advisories of one package in YAML, schema-version 2: `package.name` and
 * `advisories`, each with an id, aliases and a timeline of events.
 */
import { invalidField, isApiError } from '#lib/aip/errors.ts';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import { fixedVersionOf, inOrder } from './events.ts';
import { advisoryId, aliases, checked, name, UNSTORABLE, unstorableIn } from './fields.ts';
import { parsedOsv } from './osv.ts';
import { STATUS_OF_KIND } from '#lib/advisory-formats/statements.ts';
import { yamlOwnWords } from './own-words.ts';
import { eventOf, packageEvent } from './package-yaml-events.ts';
import { plainYaml } from '#lib/import/advisories/files/plain-yaml.ts';
import { inWords, nameOf, pathOf } from '#lib/import/advisories/refusals.ts';
import { missingReason, settled } from './verdicts.ts';
import type {
  ImportedAdvisory,
  ImportedEvent,
  Parsed,
  ProblemOfField,
  WithWarnings,
} from '#lib/import/advisories/types.ts';
import { yamlContents, type YamlContent } from '#lib/import/advisories/files/yaml-nodes.ts';

const header = z.looseObject({
  'schema-version': z
    .string()
    .regex(/^2(?:\.\d+)*$/, { error: 'must be 2, with any minor version' }),
  package: z.looseObject({ name }),
  advisories: z.array(z.unknown(), { error: 'must be an array' }),
});

/** A key without a value is an empty text, as every value is a text. */
const orNothing = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), type.optional());

const entry = z.looseObject({
  id: advisoryId,
  aliases: orNothing(aliases),
  events: orNothing(z.array(packageEvent)),
  /** In Grove's own export of advisories from other formats. */
  grove: yamlOwnWords.optional(),
});

/** The advisories and the problems of others, each with its line. */
export function* advisoriesOfYaml(text: string, file: string): Generator<Parsed> {
  const found = advisoriesOfPlainYaml(text, file);
  if (found !== null) {
    yield* found;
    return;
  }
  for (const document of yamlContents(text)) {
    if (!('problem' in document)) yield* advisoriesOfDocument(document, file);
    else yield { file, line: document.line, record: '', field: '', reason: document.problem };
  }
}

/** Null for text that is not plain YAML, and for problems: only the other parser finds their lines. */
function advisoriesOfPlainYaml(text: string, file: string): Parsed[] | null {
  const plain = plainYaml(text);
  if (plain === null) return null;
  const lines = plain.itemLines('advisories');
  const document: YamlContent = {
    content: () => plain.content,
    lineOf: ([, index]) => lines[Number(index)] ?? 1,
  };
  const found = [...advisoriesOfDocument(document, file)];
  return found.some((one) => 'reason' in one) ? null : found;
}

function* advisoriesOfDocument(
  { content: contentOf, lineOf }: YamlContent,
  file: string,
): Generator<Parsed> {
  let packageName: string;
  let entries: unknown[];
  try {
    const content = contentOf();
    if (!isJsonObject(content))
      throw invalidField('file', 'is not an OSV, OpenVEX or package file');
    if (content['affected'] !== undefined) {
      requireStorable(content);
      yield* parsedOsv(content, { file, line: lineOf([]) });
      return;
    }
    const { package: of, advisories } = checked(header, content);
    requireStorable({ package: of });
    packageName = of.name;
    entries = advisories;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const words = inWords(error);
    yield { file, line: lineOf(pathOf(words.field)), record: '', ...words };
    return;
  }
  for (const [index, content] of entries.entries()) {
    try {
      if (!isJsonObject(content)) throw invalidField('advisory', 'must be a mapping');
      const { advisory, warnings } = advisoryOf(content, packageName);
      const line = lineOf(['advisories', index]);
      const { advisoryId: record } = advisory;
      for (const warning of warnings) yield { file, line, record, ...warning };
      yield { file, line, advisory };
    } catch (error) {
      if (!isApiError(error)) throw error;
      const words = inWords(error);
      const line = lineOf(['advisories', index, ...pathOf(words.field)]);
      const record = nameOf(isJsonObject(content) ? content : undefined, `advisories.${index}`);
      yield { file, line, record, ...words };
    }
  }
}

/** Names the field as the file does. */
function requireStorable(content: object): void {
  const field = unstorableIn(content);
  if (field !== null) throw invalidField(field, UNSTORABLE);
}

function advisoryOf(content: JsonObject, packageName: string): WithWarnings {
  requireStorable(content);
  const { id, aliases: given, events: timeline, grove } = checked(entry, content);
  const timed = (timeline ?? []).map(eventOf);
  const common = { advisoryId: id, aliases: [...new Set(given ?? [])], events: inOrder(timed) };
  if (grove !== undefined) {
    const severity = grove.severity && SEVERITIES.indexOf(grove.severity);
    return { advisory: { ...common, ...grove, severity }, warnings: [] };
  }
  const { events, warnings } = settled(common.events, () => packageName);
  const advisory: ImportedAdvisory = {
    ...common,
    events,
    artifactName: packageName,
    artifactType: 'apk',
    artifactArchitecture: '',
    // The file does not name the distribution.
    artifactFamily: '',
    ...componentOf(events),
    fixedVersion: fixedVersionOf(events),
    isKeyedByArtifact: true,
  };
  return { advisory, warnings: [...events.flatMap(unexplained), ...warnings] };
}

/** In the words of the file. Other kinds of events say themselves why, or whether a fix comes. */
function unexplained({ kind, data }: ImportedEvent, index: number): ProblemOfField[] {
  if (kind !== 'truePositiveDetermination') return [];
  const missing = missingReason({
    status: STATUS_OF_KIND[kind],
    action_statement: data['note'] ?? '',
  });
  return missing.map(({ warning }) => ({ field: `events.${index}.data.note`, warning }));
}

/** Of the newest scan that found it. */
function componentOf(events: readonly ImportedEvent[]) {
  const scans = events.flatMap(({ data }) => (isJsonObject(data['scan']) ? [data['scan']] : []));
  const scan = scans.at(-1) ?? {};
  return {
    componentName: String(scan['component'] ?? ''),
    componentType: String(scan['componentType'] ?? ''),
    componentLocation: String(scan['componentLocation'] ?? ''),
  };
}
