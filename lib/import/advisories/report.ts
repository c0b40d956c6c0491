/** What an import did, or would do. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { Position, Rejection } from './types.ts';

/** How many rejections and changes are told one by one; all of them are counted. */
const LISTED_REJECTIONS = 1_000;
const LISTED_CHANGES = 200;

export interface Change {
  change: 'CREATED' | 'UPDATED';
  advisoryId: string;
  artifactName: string;
  /** The fields that change; none for a new advisory. */
  fields: string[];
}

export interface Counts {
  files: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

export class ImportReport {
  readonly counts: Counts = { files: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 };
  readonly rejections: Rejection[] = [];
  readonly changes: Change[] = [];

  reject({ file, line, reason }: Rejection): void {
    this.counts.rejected += 1;
    if (this.rejections.length < LISTED_REJECTIONS) this.rejections.push({ file, line, reason });
  }

  change(change: Change): void {
    this.counts[change.change === 'CREATED' ? 'created' : 'updated'] += 1;
    if (this.changes.length < LISTED_CHANGES) this.changes.push(change);
  }

  toJson(validateOnly: boolean): JsonObject {
    return {
      validateOnly,
      ...this.counts,
      rejections: this.rejections.map((rejection) => ({ ...rejection })),
      changes: this.changes.map((change) => ({ ...change })),
    };
  }
}

/** Finds what comes twice in one import. */
export class Seen {
  readonly #first = new Map<string, { content: string; at: Position }>();

  /** Undefined for what is new; otherwise whether it says the same, and where it came first. */
  check(key: string, content: string, at: Position): { isSame: boolean; at: Position } | undefined {
    const first = this.#first.get(key);
    if (first !== undefined) return { isSame: first.content === content, at: first.at };
    this.#first.set(key, { content, at: { file: at.file, line: at.line } });
    return undefined;
  }
}
