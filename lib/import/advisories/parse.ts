/** From a file to advisories: finds out the format, and keeps what is wrong with its place. */
import { fieldViolationsOf, isApiError } from '#lib/aip/errors.ts';
import { parseJson } from '#lib/aip/json.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { isRecordError } from './fields.ts';
import { jsonRecords, MAX_RECORD_LENGTH } from './json-records.ts';
import type { JsonRecord } from './json-records.ts';
import { lineFinder, syntaxError } from './json-lines.ts';
import { advisoriesOfVex, isOpenVex } from './openvex.ts';
import { advisoriesOfOsv } from './osv.ts';
import { advisoriesOfYaml } from './package-yaml.ts';
import { isSourceError, SourceError } from './types.ts';
import type { Parsed, SourceFile } from './types.ts';

/** A YAML file is read as a whole. */
const MAX_YAML_LENGTH = 8 * 1024 * 1024;

/** Every advisory of the file, and every rejection. Never throws for what is in the file. */
export async function* parseAdvisories({ name, chunks }: SourceFile): AsyncGenerator<Parsed> {
  try {
    const texts = decoded(chunks);
    const { format, rest } = await formatOf(name, texts);
    if (format === 'json') yield* fromJson(name, rest);
    else if (format === 'yaml') yield* advisoriesOfYaml(await whole(rest), name);
    else yield { file: name, line: 1, reason: 'is empty' };
  } catch (error) {
    if (!isSourceError(error)) throw error;
    yield { file: name, line: error.line, reason: error.message };
  }
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new SourceError('is not UTF-8');
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

/** JSON begins with a bracket; a YAML file that does is JSON as well. */
async function formatOf(name: string, texts: AsyncGenerator<string>) {
  const seen: string[] = [];
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    seen.push(next.value);
    const first = next.value.trimStart().charAt(0);
    if (first === '') continue;
    const isYaml = /\.ya?ml$/i.test(name) || !(first === '{' || first === '[');
    const format = isYaml && !/\.jsonl?$/i.test(name) ? ('yaml' as const) : ('json' as const);
    return { format, rest: joined(seen, texts) };
  }
  return { format: 'nothing' as const, rest: texts };
}

async function* joined(seen: readonly string[], rest: AsyncIterable<string>) {
  yield* seen;
  yield* rest;
}

async function whole(texts: AsyncIterable<string>): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const text of texts) {
    length += text.length;
    if (length > MAX_YAML_LENGTH) throw new SourceError(`is longer than ${MAX_YAML_LENGTH} bytes`);
    pieces.push(text);
  }
  return pieces.join('');
}

async function* fromJson(file: string, texts: AsyncIterable<string>): AsyncGenerator<Parsed> {
  for await (const record of jsonRecords(texts)) yield* fromRecord(file, record);
}

function* fromRecord(file: string, { text, line }: JsonRecord): Generator<Parsed> {
  if (text === null) {
    yield { file, line, reason: `is longer than ${MAX_RECORD_LENGTH} characters` };
    return;
  }
  try {
    const record = parseJson(text);
    if (isOpenVex(record)) yield* fromVex(file, text, line, record);
    else for (const advisory of advisoriesOfOsv(record)) yield { file, line, advisory };
  } catch (error) {
    yield { file, ...explained(error, text, line) };
  }
}

function* fromVex(file: string, text: string, line: number, record: JsonObject): Generator<Parsed> {
  const { advisories, problems } = advisoriesOfVex(record);
  for (const advisory of advisories) yield { file, line, advisory };
  const linesTo = lineFinder(text);
  for (const { violations, reason } of problems) {
    yield { file, line: line + linesTo(pathOf(violations[0]?.field)), reason };
  }
}

const pathOf = (field = '') =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** @throws what is neither the record's nor JSON's fault. */
function explained(error: unknown, text: string, line: number) {
  if (isRecordError(error)) {
    const path = pathOf(error.violations[0]?.field);
    return { line: line + lineFinder(text)(path), reason: error.message };
  }
  if (!isApiError(error)) throw error;
  const syntax = syntaxError(text);
  if (syntax !== null) return { line: line + syntax.lines, reason: syntax.reason };
  const [violation] = fieldViolationsOf(error);
  if (violation === undefined) throw error;
  const { field, description } = violation;
  const reason = field === 'body' ? description : `${field}: ${description}`;
  return { line: line + lineFinder(text)(pathOf(field)), reason };
}
