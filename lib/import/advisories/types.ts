/** What every format of advisories is turned into before anything is written. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { EventOrigin, Origin } from '#lib/advisory-formats/origin.ts';
import type { EVENT_STATUS } from '#lib/resources/advisory.ts';

export type EventKind = keyof typeof EVENT_STATUS;

/** One event of an advisory's timeline. */
export interface ImportedEvent {
  /** RFC 3339, UTC, with milliseconds; undefined where the source does not know it. */
  createTime: string | undefined;
  /** Empty where the source does not know it. */
  author: string;
  kind: EventKind;
  /** The member of the API's AdvisoryEvent that `kind` names. */
  data: JsonObject;
  /** The uid that it has where it comes from, kept unless the stored event has one already. */
  uid?: string;
  /** How the record names what the event is about. */
  origin?: EventOrigin;
}

export interface ImportedSeverity {
  type: 'CVSS_V2' | 'CVSS_V3' | 'CVSS_V4';
  /** The vector. */
  score: string;
}

/**
 * An advisory as a source tells it. What the source's format has no word for is
 * undefined, and stays as it is stored.
 */
export interface ImportedAdvisory {
  advisoryId: string;
  aliases: string[];
  artifactName: string;
  artifactType: 'apk' | 'image' | 'library';
  artifactArchitecture: string;
  componentName: string;
  componentType: string;
  componentLocation: string;
  summary?: string | undefined;
  author?: string | undefined;
  /** Index into SEVERITIES. */
  severity?: number | undefined;
  severities?: ImportedSeverity[] | undefined;
  fixedVersion: string;
  /** The oldest first. */
  events: ImportedEvent[];
  /** When it was published; the oldest event's time unless given. RFC 3339. */
  createTime?: string | undefined;
  /**
   * True where the format names the artifact and not the component, so that an
   * advisory with another component is the same one.
   */
  isKeyedByArtifact?: boolean;
  /**
   * True where the format tells what happened and not what there is: events and aliases
   * are added to an advisory that is stored, and nothing else of it changes.
   */
  addsToStored?: boolean;
  /** True where the record names the artifact and no component in it. */
  isOfWholeArtifact?: boolean;
  /** How the records name the artifact; `events` is filled from the events' own. */
  origin?: Origin;
}

/** Where a record stands. */
export interface Position {
  /** The path, or the archive's path, `!` and the path within. */
  file: string;
  /** Counted from 1. */
  line: number;
}

/** A record that is refused, and why. */
export interface Rejection extends Position {
  /** Its id, or else its place in the file: `record 3`. Empty where the whole file is refused. */
  record: string;
  /** The field, as the file names it: `affected.0.package`. Empty where it is no single one. */
  field: string;
  reason: string;
}

/** A file that cannot be read as one of the formats; no record of it is known. */
export interface UnreadableFile extends Position {
  problem: string;
}

/** What a parser finds, in the order of the file. */
export type Parsed = (Position & { advisory: ImportedAdvisory }) | Rejection | UnreadableFile;

export function isRejection(parsed: Parsed): parsed is Rejection {
  return 'reason' in parsed;
}

export function isUnreadable<T extends object>(found: T | UnreadableFile): found is UnreadableFile {
  return 'problem' in found;
}

/** A file that is not read, because its name is not that of a format. */
export interface PassedOver {
  passedOver: string;
}

/** One file of a source, read as it is needed. */
export interface SourceFile {
  name: string;
  /** @throws SourceError where it is broken or larger than is allowed. */
  chunks: AsyncIterable<Uint8Array>;
}

/** A file, or an archive, that cannot be read any further. */
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
