/**
 * The advisories of one package in YAML, schema-version 2: `package.name` and
 * `advisories`, each with an id, aliases and a timeline of events.
 */
import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Document, Node, Scalar, YAMLMap, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { isJsonObject } from '#lib/aip/json.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import { fixedVersionOf, inOrder } from './events.ts';
import { advisoryId, aliases, checked, isRecordError, name, RecordError } from './fields.ts';
import { yamlOwnWords } from './own-words.ts';
import { eventOf, packageEvent } from './package-yaml-events.ts';
import { inWords, nameOf, pathOf } from './refusals.ts';
import type { ImportedAdvisory, ImportedEvent, Parsed } from './types.ts';

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

const MAX_ALIASES = 100;

/** The advisories and the problems of others, each with its line. */
export function* advisoriesOfYaml(text: string, file: string): Generator<Parsed> {
  const lineCounter = new LineCounter();
  // All values are texts: a version 1.10 is not the number 1.1.
  const documents = parseAllDocuments(text, {
    lineCounter,
    schema: 'failsafe',
    prettyErrors: false,
    // The library compares each key with every other key. repeatedKey looks at each key once.
    uniqueKeys: false,
  });
  for (const document of [documents].flat() as Document.Parsed[]) {
    const problem = problemOf(document);
    if (problem === null) yield* advisoriesOfDocument(document, file, lineCounter);
    else {
      const { line } = lineCounter.linePos(problem.offset);
      const reason = `is not well-formed YAML: ${problem.words}`;
      yield { file, line, record: '', field: '', reason };
    }
  }
}

function problemOf(document: Document.Parsed): { offset: number; words: string } | null {
  const [error] = document.errors;
  if (error !== undefined) return { offset: error.pos[0], words: wordsOf(error) };
  const repeated = repeatedKey(document.contents);
  return repeated && { offset: repeated.range?.[0] ?? 0, words: 'Map keys must be unique' };
}

function repeatedKey(contents: Node | null): Scalar | null {
  const rest: unknown[] = [contents];
  while (rest.length > 0) {
    const node = rest.pop();
    if (isSeq(node)) for (const item of node.items) rest.push(item);
    if (!isMap(node)) continue;
    const keys = new Set<unknown>();
    for (const { key, value } of node.items) {
      if (isScalar(key) && keys.size === keys.add(key.value).size) return key;
      rest.push(key, value);
    }
  }
  return null;
}

/** If the parser overflows its stack, it reports this like an error of the author. */
const wordsOf = ({ code, message }: YAMLParseError) =>
  code === 'RESOURCE_EXHAUSTION' ? 'nests too deeply' : message;

function* advisoriesOfDocument(
  document: Document.Parsed,
  file: string,
  lineCounter: LineCounter,
): Generator<Parsed> {
  const lineOf = (path: readonly (string | number)[]) => {
    const offset = offsetOf(document, path);
    return lineCounter.linePos(offset).line || 1;
  };
  let packageName: string;
  let entries: unknown[];
  try {
    const content: unknown = plain(document);
    if (!isJsonObject(content)) throw new RecordError([problem('file', 'must be a mapping')]);
    const { package: of, advisories } = checked(header, content);
    packageName = of.name;
    entries = advisories;
  } catch (error) {
    if (!isRecordError(error)) throw error;
    const line = lineOf(pathOf(error.violations[0]?.field));
    yield { file, line, record: '', ...inWords(error.violations) };
    return;
  }
  for (const [index, content] of entries.entries()) {
    try {
      if (!isJsonObject(content)) throw new RecordError([problem('advisory', 'must be a mapping')]);
      const advisory = advisoryOf(content, packageName);
      yield { file, line: lineOf(['advisories', index]), advisory };
    } catch (error) {
      if (!isRecordError(error)) throw error;
      const line = lineOf(['advisories', index, ...pathOf(error.violations[0]?.field)]);
      const record = nameOf(isJsonObject(content) ? content : undefined, `advisories.${index}`);
      yield { file, line, record, ...inWords(error.violations) };
    }
  }
}

const problem = (field: string, description: string) => ({ field, description });

/** @throws RecordError if references expand to more text than the file contains. */
function plain(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    throw new RecordError([problem('file', 'refers to itself too often')]);
  }
}

/**
 * The position of the value, or of its nearest container. A mapping's value has the position of its
 * key.
 */
function offsetOf(document: Document.Parsed, path: readonly (string | number)[]): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = (node as YAMLMap<{ value: unknown; range?: number[] }>).items.find(
        ({ key }) => key.value === part,
      );
      if (pair === undefined) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)] as { range?: number[] } | undefined;
      if (item === undefined) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}

function advisoryOf(content: JsonObject, packageName: string): ImportedAdvisory {
  const { id, aliases: given, events: timeline, grove } = checked(entry, content);
  const events = inOrder((timeline ?? []).map(eventOf));
  const common = { advisoryId: id, aliases: [...new Set(given ?? [])], events };
  if (grove !== undefined) {
    return { ...common, ...grove, severity: grove.severity && SEVERITIES.indexOf(grove.severity) };
  }
  return {
    ...common,
    artifactName: packageName,
    artifactType: 'apk',
    artifactArchitecture: '',
    ...componentOf(events),
    fixedVersion: fixedVersionOf(events),
    isKeyedByArtifact: true,
  };
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
