/** From what is wrong with a record to its line in the report. */
import { fieldViolationsOf, isApiError } from '#lib/aip/errors.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { isRecordError } from './fields.ts';
import { lineFinder, syntaxError } from './json-lines.ts';
import type { JsonPiece } from './json-records.ts';
import type { Rejection } from './types.ts';

/** Members of an array by their index: `affected.0.package` is `['affected', 0, 'package']`. */
export const pathOf = (field = ''): (string | number)[] =>
  field === '' ? [] : field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The first field, and why; further ones follow by their names. */
export function inWords(
  violations: readonly FieldViolation[],
): Pick<Rejection, 'field' | 'reason'> {
  const [first, ...others] = violations;
  const also = others.map(({ field, description }) => `; ${field}: ${description}`);
  return { field: first?.field ?? '', reason: `${first?.description ?? ''}${also.join('')}` };
}

/** The record's own id, or else how the file would count it. */
export function nameOf(record: JsonObject | undefined, otherwise: string): string {
  const id = record?.['id'];
  return typeof id === 'string' && id !== '' ? id : otherwise;
}

/** The line of the file on which a line of the piece's text stands. */
export const lineIn = ({ line, gap }: JsonPiece, lines: number): number =>
  line + lines + (lines > gap.after ? gap.lines : 0);

/** Why the piece is refused. @throws the error where neither the record nor its JSON is at fault. */
export function refusalOf(error: unknown, piece: JsonPiece): Omit<Rejection, 'file' | 'record'> {
  const text = piece.text ?? '';
  if (!isRecordError(error) && !isApiError(error)) throw error;
  const syntax = isApiError(error) ? syntaxError(text) : null;
  if (syntax !== null) {
    return { line: lineIn(piece, syntax.lines), field: '', reason: syntax.reason };
  }
  const { field, reason } = inWords(
    isRecordError(error) ? error.violations : fieldViolationsOf(error),
  );
  // The API calls a record as a whole its body.
  const own = field === 'body' ? '' : field;
  return { line: lineIn(piece, lineFinder(text)(pathOf(own))), field: own, reason };
}
