/** Turns a file into advisories: recognizes the format, and reports problems with their place. */
import { invalidField } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { isNoRoomError } from '#lib/store/scratch.ts';
import { csafVex, isCsaf } from './formats/csaf.ts';
import { cycloneDxVex, isCycloneDx } from './formats/cyclonedx.ts';
import { checked } from './formats/fields.ts';
import { parsedForeign } from './formats/foreign-vex.ts';
import { beginningOf } from './files/beginning.ts';
import { jsonRecords, type JsonPiece } from './files/json-records.ts';
import { isOpenVex } from './formats/openvex.ts';
import { vexDocument } from './formats/openvex-schema.ts';
import { parsedOsv } from './formats/osv.ts';
import { advisoriesOfYaml } from './formats/package-yaml.ts';
import { contentOf, nameOf, refusalOf } from './refusals.ts';
import { isLikeOsv, isOfHub, otherFormatOf } from './formats/other-formats.ts';
import { isSourceError, SourceError } from './types.ts';
import type { Parsed, Position, SourceFile } from './types.ts';
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
    const { seen, whole } = await beginningOf(decoded(chunks), (text) => text.trim() !== '');
    const beginning = seen.at(-1)?.trimStart() ?? '';
    if (beginning === '') yield { file: name, line: 1, problem: 'is empty' };
    else if (formatOf(name, beginning) === 'json') yield* fromJson(name, whole, statements);
    else yield* fromYaml(name, whole);
  } catch (error) {
    if (isNoRoomError(error)) throw new SourceError(error.message);
    if (!isSourceError(error)) throw error;
    yield { file: name, line: error.line, problem: error.message };
  } finally {
    statements.clear();
  }
}

/** How a large file begins in an archive of a repository that keeps it elsewhere. */
const LFS = 'version https://git-lfs.github.com/spec/';

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new SourceError('is not UTF-8');
    }
  };
  let isFirst = true;
  for await (const chunk of chunks) {
    const text = decode(chunk);
    if (isFirst && text.startsWith(LFS))
      throw new SourceError('is only a pointer of Git LFS to the file');
    isFirst = false;
    yield text;
  }
  yield decode();
}

/** JSON starts with a bracket. A YAML file that starts with one is also JSON. */
function formatOf(name: string, beginning: string): 'json' | 'yaml' {
  if (/\.jsonl?$/i.test(name)) return 'json';
  return /\.ya?ml$/i.test(name) || !/^[{[]/.test(beginning) ? 'yaml' : 'json';
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

/** @throws ApiError that names every failing field, or the format if Grove does not read it. */
function parsedIn(content: JsonObject, where: Position): Parsed[] {
  if (isCycloneDx(content)) return parsedForeign(cycloneDxVex(content), where);
  if (isCsaf(content)) return parsedForeign(csafVex(content), where);
  const other = otherFormatOf(content);
  if (other !== undefined) {
    throw invalidField('body', `is ${other}, which is not read: only ${READ} are`);
  }
  if (!isLikeOsv(content)) {
    throw invalidField('body', `is of no format that is read: only ${READ} are`);
  }
  return parsedOsv(content, where);
}

const READ = 'OSV, OpenVEX, CycloneDX VEX, CSAF 2.0 and package YAML';

interface Place {
  file: string;
  /** The name of the record if it has no id. */
  record: string;
  statements: VexStatements;
}

function* fromRecord(piece: JsonPiece, { file, record, statements }: Place): Generator<Parsed> {
  const { line } = piece;
  let content: JsonObject | undefined;
  try {
    content = contentOf(piece);
    if (isOpenVex(content)) yield* statements.advisories(checked(vexDocument, content), file);
    else if (isOfHub(content)) yield { file, line, record, field: '', warning: OF_HUB };
    else yield* parsedIn(content, { file, line });
  } catch (error) {
    yield { file, record: nameOf(content, record), ...refusalOf(error, piece) };
  }
}
