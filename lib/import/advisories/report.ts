/** The changes that an import made or would make. */
import type { Batch } from './batches.ts';
import type { ImportReport as Json, Rejection } from '#lib/resources/import-report.ts';
import { SourceError, type Note, type Warning } from './types.ts';

/** The maximum number of rejections and changes in the list. The counts include all of them. */
const LISTED_REJECTIONS = 10_000;
const LISTED_CHANGES = 200;
const LISTED_WARNINGS = 1_000;
/** The number of skipped files to name if nothing else was found. */
const NAMED_FILES = 5;
const MAX_NAME_LENGTH = 256;
const MAX_REASON_LENGTH = 1_024;

/** The counts of an import. All but `files` count records. */
export type Counts = Pick<
  Json,
  'files' | 'created' | 'updated' | 'unchanged' | 'repeated' | 'rejected'
>;

export type Change = Json['changes'][number];

/**
 * What an import did, collected while it runs. It keeps a limited number of rejections, warnings
 * and changes.
 */
export class ImportReport {
  readonly counts: Counts = {
    files: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    repeated: 0,
    rejected: 0,
  };
  readonly #rejections: Rejection[] = [];
  readonly #warnings: Warning[] = [];
  readonly #changes: Change[] = [];
  /** The first names of skipped files, and their number. */
  readonly #passedOver: { names: string[]; count: number } = { names: [], count: 0 };
  #hasRecords = false;

  /** Adds everything in a batch except its advisories. */
  addBatch({ files, advisories, notes, repeated }: Batch): void {
    this.counts.files += files;
    this.counts.repeated += repeated;
    this.#hasRecords ||= advisories.length > 0;
    for (const note of notes) this.note(note);
  }

  note(note: Note): void {
    if ('warning' in note) this.#warn(note);
    else if ('reason' in note) {
      this.#hasRecords = true;
      this.#reject(note);
    } else if ('problem' in note) {
      const { problem, ...where } = note;
      this.#reject({ ...where, record: '', field: '', reason: problem });
    } else {
      const { names } = this.#passedOver;
      this.#passedOver.count += 1;
      if (names.length < NAMED_FILES) names.push(note.passedOver);
    }
  }

  change(change: Change): void {
    this.counts[change.change === 'CREATED' ? 'created' : 'updated'] += 1;
    if (this.#changes.length < LISTED_CHANGES) this.#changes.push(change);
  }

  /** @throws SourceError that says what the sources contain instead. */
  requireRecords(): void {
    if (!this.#hasRecords) throw new SourceError(`holds no advisory: ${this.#instead()}`);
  }

  /** In the form of the API's ImportReport. */
  toJson(validateOnly: boolean) {
    return {
      validateOnly,
      ...this.counts,
      rejections: this.#rejections.map((rejection) => ({ ...rejection })),
      warnings: this.#warnings.map(({ warning: reason, ...where }) => ({ ...where, reason })),
      changes: this.#changes.map((change) => ({ ...change })),
    };
  }

  #reject({ reason, ...where }: Rejection): void {
    this.counts.rejected += 1;
    if (this.#rejections.length >= LISTED_REJECTIONS) return;
    this.#rejections.push({ ...placeOf(where), reason: shortened(reason, MAX_REASON_LENGTH) });
  }

  #warn({ warning, ...where }: Warning): void {
    if (this.#warnings.length >= LISTED_WARNINGS) return;
    this.#warnings.push({ ...placeOf(where), warning: shortened(warning, MAX_REASON_LENGTH) });
  }

  #instead(): string {
    const { names, count } = this.#passedOver;
    const broken = this.#rejections.slice(0, NAMED_FILES);
    const parts = broken.map(({ file, reason }) => `${file} ${reason}`);
    const skipped = this.#warnings.slice(0, NAMED_FILES);
    parts.push(...skipped.map(({ file, warning }) => `${file} ${warning}`));
    const empty = this.counts.files - this.counts.rejected - skipped.length;
    if (empty > 0)
      parts.push(`${empty} ${empty === 1 ? 'file has' : 'files have'} no record in it`);
    if (count > 0) {
      const more = count > names.length ? ` and ${count - names.length} more` : '';
      parts.push(`of no known extension are ${names.join(', ')}${more}`);
    }
    return parts.length === 0 ? 'there is no file in it' : parts.join('; ');
  }
}

const placeOf = ({ file, line, record, field }: Omit<Rejection, 'reason'>) => ({
  file: shortened(file, MAX_REASON_LENGTH),
  line,
  record: shortened(record, MAX_NAME_LENGTH),
  field: shortened(field, MAX_NAME_LENGTH),
});

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
