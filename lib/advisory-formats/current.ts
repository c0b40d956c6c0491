/**
 * What the timeline of an advisory says at present. Each event is about every version of the artifact
 * or about one product: a version, a digest, a build. A statement on one of them never hides what was
 * said of another.
 */
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { EVENT_STATUS, STATUS_UNSPECIFIED } from '#lib/resources/advisory-statuses.ts';
import { isOfEveryVersion, placeOf } from './artifacts.ts';
import { originOf, type EventOrigin } from './origin.ts';
import { nameKey } from './package-names.ts';
import { canonicalPurl, formatPurl, packageNameOf, parsePurl, purlOfName } from './purl.ts';
import type { Kind } from './statements.ts';

const KINDS = Object.keys(EVENT_STATUS) as Kind[];

/** The name of a kind of event in package YAML, such as `fix-not-planned`. */
export const yamlKind = (kind: Kind): string =>
  kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The kinds of events by their names in package YAML. */
export const YAML_KINDS = new Map(KINDS.map((kind) => [yamlKind(kind), kind]));

/** The note of a determination that says that a record was withdrawn as a whole. */
export const WITHDRAWN_NOTE = 'Withdrawn by the database that published it.';

/**
 * The kind of an event of an advisory, as the API stores it; undefined if it has none that is
 * known.
 */
export const kindOf = (event: JsonObject | undefined): Kind | undefined =>
  KINDS.find((kind) => event?.[kind] !== undefined);

/** The member of an event that its kind names. */
export function dataOf(event: JsonObject | undefined): JsonObject {
  const data = event?.[kindOf(event) ?? ''];
  return isJsonObject(data) ? data : {};
}

type Timeline = Pick<Advisory, 'events' | 'origin'>;

/** The newest statement on one product. */
export interface Statement {
  event: JsonObject;
  origin: EventOrigin;
  /** The version of the product; empty for every version. */
  version: string;
  isOfEveryVersion: boolean;
}

export interface Current {
  /** The newest statement on each product, in the order of the timeline. */
  newest: Statement[];
  /** The statement that gives the advisory its status. Undefined if there is no event. */
  deciding: Statement | undefined;
}

const EVERY_VERSION = '';

/** Names a product and the part of it that a statement is about. */
export const productKey = ({ product = '', subcomponent = '' }: EventOrigin): string =>
  JSON.stringify([comparable(product), comparable(subcomponent)]);

/** The same for all spellings of one package URL. */
function comparable(text: string): string {
  const purl = parsePurl(text);
  if (purl === null) return text;
  const { type, namespace, version, qualifiers, subpath } = purl;
  const named = purlOfName(type, nameKey(type, packageNameOf(purl)), namespace);
  return formatPurl({ ...named, version, qualifiers, subpath }) ?? canonicalPurl(text);
}

/** True if an event is about every version of its artifact. */
export function isOfAllVersions({ product, subcomponent }: EventOrigin): boolean {
  const isOfAPart = subcomponent !== undefined && !isOfEveryVersion(subcomponent, ['file_name']);
  return product === undefined || (isOfEveryVersion(product) && !isOfAPart);
}

/** Names what an event of an advisory is about: the same for two of which the newer one counts. */
export const subjectOf = (origin: EventOrigin): string =>
  isOfAllVersions(origin) ? EVERY_VERSION : productKey(origin);

/** The newest statements of a timeline, and the one that decides the status. */
export function currentOf({ events, origin }: Timeline): Current {
  const origins = originOf(origin).events ?? {};
  const byProduct = new Map<string, Statement>();
  for (const event of events) {
    const statement = statementOf(event, origins[String(event['uid'])] ?? {});
    const key = subjectOf(statement.origin);
    byProduct.delete(key);
    byProduct.set(key, statement);
  }
  const newest = [...byProduct.values()];
  return { newest, deciding: decidingOf(newest) };
}

function statementOf(event: JsonObject, origin: EventOrigin): Statement {
  const { product, subcomponent } = origin;
  if (product === undefined || isOfAllVersions(origin)) {
    return { event, origin, version: '', isOfEveryVersion: true };
  }
  const { version } = placeOf({ product, subcomponent });
  return { event, origin, version, isOfEveryVersion: false };
}

/**
 * The newest statement. One that says that a single version is not affected decides only if there
 * is no other statement since the last one on every version.
 */
function decidingOf(newest: readonly Statement[]): Statement | undefined {
  const last = newest.findIndex((statement) => statement.isOfEveryVersion);
  const since = newest.slice(Math.max(0, last));
  return since.findLast((statement) => !isNotAffected(statement)) ?? newest.at(-1);
}

const isNotAffected = ({ event }: Statement) => kindOf(event) === 'falsePositiveDetermination';

/** The columns of the advisory that follow from the deciding event. `fixedVersion` is empty unless it is fixed. */
export function outcomeOf(timeline: Timeline): Pick<Advisory, 'status' | 'fixedVersion'> {
  const event = currentOf(timeline).deciding?.event;
  const kind = kindOf(event);
  return {
    status: kind === undefined ? STATUS_UNSPECIFIED : EVENT_STATUS[kind],
    fixedVersion: kind === 'fixed' ? String(dataOf(event)['fixedVersion'] ?? '') : '',
  };
}
