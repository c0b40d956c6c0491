/** Turns the problem with a record into its line in the report. */
import { invalidField, fieldViolationsOf, isApiError, type ApiError } from '#lib/aip/errors.ts';
import { parseJson, type JsonObject } from '#lib/aip/json.ts';
import { lineOf, syntaxError } from './files/json-lines.ts';
import type { JsonPiece } from './files/json-records.ts';
import { MAX_RECORD_VALUES } from './files/limits.ts';
import type { Rejection } from '#lib/resources/import-report.ts';

/** Members of an array by their index: `affected.0.package` is `['affected', 0, 'package']`. */
export const pathOf = (field = ''): (string | number)[] =>
  field === '' ? [] : field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The first field and its problem, followed by the names of the other fields. */
export function inWords(error: ApiError): Pick<Rejection, 'field' | 'reason'> {
  const [first, ...others] = fieldViolationsOf(error);
  const also = others.map(({ field, description }) => `; ${field}: ${description}`);
  return { field: first?.field ?? '', reason: `${first?.description ?? ''}${also.join('')}` };
}

/** The record's own id, or else its position in the file. */
export function nameOf(record: JsonObject | undefined, otherwise: string): string {
  const id = record?.['id'];
  return typeof id === 'string' && id !== '' ? id : otherwise;
}

/** Converts a line of the piece's text to a line of the file. */
const lineIn = ({ line, gap }: JsonPiece, lines: number): number =>
  line + lines + (lines > gap.after ? gap.lines : 0);

/** @throws what {@link refusalOf} takes, if it is too long or not JSON. */
export function contentOf({ text, problem = '' }: JsonPiece): JsonObject {
  if (text === null) throw invalidField('', problem);
  return parseJson(text, MAX_RECORD_VALUES);
}

/** Why the piece is rejected. @throws the error if neither the record nor its JSON caused it. */
export function refusalOf(error: unknown, piece: JsonPiece): Omit<Rejection, 'file' | 'record'> {
  if (!isApiError(error)) throw error;
  const { text } = piece;
  const syntax = text === null ? null : syntaxError(text);
  if (syntax !== null) {
    return { line: lineIn(piece, syntax.lines), field: '', reason: syntax.reason };
  }
  const { field, reason } = inWords(error);
  // The API calls a record as a whole its body.
  const own = field === 'body' ? '' : field;
  return { line: lineIn(piece, lineOf(text ?? '', pathOf(own))), field: own, reason };
}
