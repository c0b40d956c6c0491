/** The form of all advisories between parsing and writing. */
import type { Place } from '#lib/advisory-formats/artifacts.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { EventOrigin, Origin } from '#lib/advisory-formats/origin.ts';
import type { Kind } from '#lib/advisory-formats/statements.ts';
import type { Rejection } from '#lib/resources/import-report.ts';
import type { z } from 'zod';
import type { vector } from './formats/fields.ts';

export interface ImportedEvent {
  /** RFC 3339, UTC, with milliseconds; undefined if the source has no time. */
  createTime: string | undefined;
  /** Empty if the source names no author. */
  author: string;
  kind: Kind;
  /** The member of the API's AdvisoryEvent that `kind` names. */
  data: JsonObject;
  /** The uid in the source. It is used unless the stored event already has one. */
  uid?: string;
  /** The names that the record uses for the event's subject. */
  origin?: EventOrigin;
}

export type ImportedSeverity = z.infer<typeof vector>;

/**
 * An advisory from a source. Fields that the source's format does not have are undefined and stay
 * as stored.
 */
export interface ImportedAdvisory extends Place {
  advisoryId: string;
  aliases: string[];
  summary?: string | undefined;
  author?: string | undefined;
  severity?: number | undefined;
  severities?: ImportedSeverity[] | undefined;
  fixedVersion: string;
  /** The oldest first. */
  events: ImportedEvent[];
  /** When it was published; the oldest event's time if absent. RFC 3339. */
  createTime?: string | undefined;
  /**
   * True if the format names the artifact but not the component. Then an advisory with another
   * component is the same one.
   */
  isKeyedByArtifact?: boolean;
  /**
   * True if the format describes events rather than the whole advisory. Then only events and
   * aliases are added to a stored advisory.
   */
  addsToStored?: boolean;
  /** True if it also belongs to advisories that have its id among their aliases. */
  matchesAliases?: boolean;
  /** True if the record names the artifact and no component in it. */
  isOfWholeArtifact?: boolean;
  /** The places of all packages that the record names. Only the first of them has it. */
  recordPlaces?: string[];
  /** The names that the records use for the artifact. `events` is filled from the events' own. */
  origin?: Origin;
}

export interface Position {
  /** The path, or the archive's path, `!` and the path within. */
  file: string;
  /** Counted from 1. */
  line: number;
}

/** A record that is imported although something is wrong with it, or that changes nothing. */
export interface Warning extends Omit<Rejection, 'reason'> {
  warning: string;
}

/** A problem of one field of a record that is imported. */
export type ProblemOfField = Pick<Warning, 'field' | 'warning'>;

/** An advisory, and the problems of its record. */
export interface WithWarnings {
  advisory: ImportedAdvisory;
  warnings: ProblemOfField[];
}

/** A file in none of the formats. None of its records can be read. */
export interface UnreadableFile extends Position {
  problem: string;
}

/** A file that is skipped because its name has no known extension. */
export interface PassedOver {
  passedOver: string;
}

/** What the report of an import says besides the advisories. */
export type Note = Rejection | Warning | UnreadableFile | PassedOver;

export type Found = Position & { advisory: ImportedAdvisory };

export type Parsed = Found | Exclude<Note, PassedOver>;

export interface SourceFile {
  name: string;
  /** @throws SourceError if it is damaged or larger than allowed. */
  chunks: AsyncIterable<Uint8Array>;
}

/** A file or archive that cannot be read any further, or has nothing to read in it. */
export class SourceError extends Error {
  /** Where reading ended, counted from 1. */
  readonly line: number;

  constructor(message: string, line = 1) {
    super(message);
    this.name = 'SourceError';
    this.line = line;
  }
}

export function isSourceError(error: unknown): error is SourceError {
  return error instanceof Error && error.name === 'SourceError';
}
