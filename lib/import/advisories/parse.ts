/** Turns a file into advisories: recognizes the format, and reports problems with their place. */
import { parseJson, type JsonObject } from '#lib/aip/json.ts';
import { isNoRoomError } from '#lib/store/scratch.ts';
import { csafVex, isCsaf } from './formats/csaf.ts';
import { cycloneDxVex, isCycloneDx } from './formats/cyclonedx.ts';
import { recordError } from './formats/fields.ts';
import { advisoriesOfForeign } from './formats/foreign-vex.ts';
import { jsonRecords, type JsonPiece } from './files/json-records.ts';
import { MAX_RECORD_VALUES } from './files/limits.ts';
import { isOpenVex, vexDocumentOf } from './formats/openvex.ts';
import { advisoriesOfOsv } from './formats/osv.ts';
import { advisoriesOfYaml } from './formats/package-yaml.ts';
import { nameOf, refusalOf } from './refusals.ts';
import { isLikeOsv, isOfHub, otherFormatOf } from './formats/other-formats.ts';
import { isSourceError, SourceError } from './types.ts';
import type { ImportedAdvisory, Parsed, SourceFile } from './types.ts';
import type { VexStatements } from './formats/vex-statements.ts';
import { yamlDocuments } from './files/yaml-documents.ts';

/**
 * Every advisory of the file, and every rejection. The file's content never makes it throw.
 *
 * @param statements stores those of one OpenVEX document; the caller closes it.
 */
export async function* parseAdvisories(
  { name, chunks }: SourceFile,
  statements: VexStatements,
): AsyncGenerator<Parsed> {
  try {
    const texts = decoded(chunks);
    const { format, rest } = await formatOf(name, texts);
    if (format === 'json') yield* fromJson(name, rest, statements);
    else if (format === 'yaml') yield* fromYaml(name, rest);
    else yield { file: name, line: 1, problem: 'is empty' };
  } catch (error) {
    if (isNoRoomError(error)) throw new SourceError(error.message);
    if (!isSourceError(error)) throw error;
    yield { file: name, line: error.line, problem: error.message };
  } finally {
    statements.clear();
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

/** How a large file begins in an archive of a repository that keeps it elsewhere. */
const LFS = 'version https://git-lfs.github.com/spec/';

/** JSON starts with a bracket. A YAML file that starts with one is also JSON. */
async function formatOf(name: string, texts: AsyncGenerator<string>) {
  const seen: string[] = [];
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    seen.push(next.value);
    const text = next.value.trimStart();
    if (text === '') continue;
    if (text.startsWith(LFS)) throw new SourceError('is only a pointer of Git LFS to the file');
    const first = text.charAt(0);
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

async function* fromYaml(file: string, texts: AsyncIterable<string>): AsyncGenerator<Parsed> {
  for await (const { text, line, problem } of yamlDocuments(texts)) {
    if (problem !== undefined) {
      yield { file, line, record: '', field: '', reason: problem };
      continue;
    }
    for (const parsed of advisoriesOfYaml(text, file)) {
      yield { ...parsed, line: parsed.line + line - 1 };
    }
  }
}

async function* fromJson(
  file: string,
  texts: AsyncIterable<string>,
  statements: VexStatements,
): AsyncGenerator<Parsed> {
  let count = 0;
  for await (const piece of jsonRecords(texts)) {
    if (piece.isStatement) statements.add(piece);
    else {
      count += 1;
      yield* fromRecord(piece, { file, record: `record ${count}`, statements });
      statements.clear();
    }
  }
}

const OF_HUB = 'only describes a hub of statements, and is skipped';

/** @throws RecordError that names every failing field, or the format if Grove does not read it. */
function advisoriesIn(content: JsonObject): ImportedAdvisory[] {
  if (isCycloneDx(content)) return advisoriesOfForeign(cycloneDxVex(content));
  if (isCsaf(content)) return advisoriesOfForeign(csafVex(content));
  const other = otherFormatOf(content);
  if (other !== undefined) {
    throw recordError('body', `is ${other}, which is not read: only ${READ} are`);
  }
  if (!isLikeOsv(content)) {
    throw recordError('body', `is of no format that is read: only ${READ} are`);
  }
  return advisoriesOfOsv(content);
}

const READ = 'OSV, OpenVEX, CycloneDX VEX, CSAF 2.0 and package YAML';

interface Place {
  file: string;
  /** The name of the record if it has no id. */
  record: string;
  statements: VexStatements;
}

function* fromRecord(piece: JsonPiece, { file, record, statements }: Place): Generator<Parsed> {
  const { text, problem = '', line } = piece;
  if (text === null) {
    yield { file, line, record, field: '', reason: problem };
    return;
  }
  let content: JsonObject | undefined;
  try {
    content = parseJson(text, MAX_RECORD_VALUES);
    if (isOpenVex(content)) yield* statements.advisories(vexDocumentOf(content), file);
    else if (isOfHub(content)) yield { file, line, record, field: '', warning: OF_HUB };
    else for (const advisory of advisoriesIn(content)) yield { file, line, advisory };
  } catch (error) {
    yield { file, record: nameOf(content, record), ...refusalOf(error, piece) };
  }
}
