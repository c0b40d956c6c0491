/**
 * OpenVEX documents: statements on whether products have vulnerabilities. The
 * statements on one vulnerability of one product are one advisory's timeline.
 *
 * @see https://github.com/openvex/spec
 */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { fixedVersionOf, inOrder } from './events.ts';
import { checked, isNativeId, RecordError } from './fields.ts';
import { JUSTIFICATIONS, namesIn, vexDocument, vexStatement } from './openvex-schema.ts';
import type { Product, VexStatement } from './openvex-schema.ts';
import { placeOf } from '#lib/advisory-formats/artifacts.ts';
import type { EventOrigin, Naming } from '#lib/advisory-formats/origin.ts';
import {
  keptIn,
  noteIn,
  STATUS_OF_KIND,
  textsIn,
  verdictOf,
} from '#lib/advisory-formats/statements.ts';
import type { Kept } from '#lib/advisory-formats/statements.ts';
import { FALSE_POSITIVE_TYPES } from './events.ts';
import type { ImportedAdvisory, ImportedEvent, Warning } from './types.ts';

/** True for documents that claim to be OpenVEX. */
export function isOpenVex(record: JsonObject): boolean {
  return typeof record['@context'] === 'string' && record['@context'].includes('openvex');
}

/** With what the identifier of a statement of Grove's own keeps; null for any other. */
type Statement = VexStatement & { kept: Kept | null };

export type VexDocument = z.infer<typeof vexDocument>;

/** A document without its statements. @throws RecordError if it is not OpenVEX. */
export function vexDocumentOf(record: JsonObject): VexDocument {
  return checked(vexDocument, record);
}

/**
 * One advisory for each product.
 *
 * @param isTimeless whether the format has statements without a time.
 * @throws RecordError that names every failing field.
 */
export function advisoriesOfStatement(
  { author = '', timestamp: time }: VexDocument,
  content: JsonObject,
  isTimeless = false,
): ImportedAdvisory[] {
  const given = checked(vexStatement, content);
  const at = given.timestamp ?? time;
  if (at === undefined && !isTimeless) throw new RecordError([NO_TIME]);
  const one = { ...given, kept: keptIn(given['@id'] ?? '') };
  return one.products.flatMap(referencesOf).map((of) => advisoryOf(one, of, { author, at }));
}

/** Joins several statements into one advisory, in the order of the document. */
export function joinedVex(parts: readonly ImportedAdvisory[]): ImportedAdvisory {
  const [first] = parts;
  if (first === undefined) throw new Error('no statement to join');
  const events = inOrder(distinct(parts.flatMap((part) => part.events)));
  const aliases = [...new Set(parts.flatMap((part) => part.aliases))];
  return { ...first, aliases, events, fixedVersion: fixedVersionOf(events) };
}

/** A repeated statement counts once. */
const distinct = (events: readonly ImportedEvent[]): ImportedEvent[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
];

const NO_TIME = { field: 'timestamp', description: 'is required, here or in the document' };

/** What OpenVEX asks for and the statement does not say. It is imported all the same. */
export function warningsOf(content: JsonObject): Pick<Warning, 'field' | 'warning'>[] {
  const { status, justification, impact_statement: impact, action_statement: action } = content;
  if (status === 'affected' && !action) {
    return [{ field: 'action_statement', warning: 'is required of what is affected' }];
  }
  if (status !== 'not_affected' || justification !== undefined || impact) return [];
  const warning = 'is required of what is not affected, or else an impact_statement';
  return [{ field: 'justification', warning }];
}

interface Context {
  author: string;
  at: { time: string; finer: string } | undefined;
}

type Named = EventOrigin & { product: string };

/** One for each subcomponent, or one for the product as a whole. */
function referencesOf({ subcomponents = [], ...product }: Product): Named[] {
  const [name = ''] = namesIn(product);
  const naming = namingOf(product);
  const whole = { product: name, ...(naming && { productNaming: naming }) };
  if (subcomponents.length === 0) return [whole];
  return subcomponents.map((part) => {
    const [subcomponent = ''] = namesIn(part);
    const partNaming = namingOf(part);
    return { ...whole, subcomponent, ...(partNaming && { subcomponentNaming: partNaming }) };
  });
}

/** Undefined if its name is all that there is. */
function namingOf({ '@id': id, identifiers, hashes }: Naming): Naming | undefined {
  if (identifiers === undefined && hashes === undefined) return undefined;
  return {
    ...(id !== undefined && { '@id': id }),
    ...(identifiers !== undefined && { identifiers }),
    ...(hashes !== undefined && { hashes }),
  };
}

function advisoryOf(one: Statement, reference: Named, { author, at }: Context): ImportedAdvisory {
  const { name: id, aliases: others = [], description } = one.vulnerability;
  const names = [...new Set([id, ...others])];
  const advisoryId = names.find(isNativeId) ?? id;
  const { place, version } = placeOf(reference);
  const { kind: _kind, type: _type, uid, ...untold } = one.kept ?? {};
  const event = eventOf(one, version, { ...place, ...untold }.componentName);
  const events = event === null ? [] : [event];
  const texts = event === null ? undefined : textsOf(one, event);
  return {
    advisoryId,
    aliases: names.filter((alias) => alias !== advisoryId),
    ...place,
    ...untold,
    ...(description !== undefined && { summary: description }),
    author,
    fixedVersion: '',
    events: events.map((data) => ({
      ...data,
      createTime: at?.time,
      author,
      origin: {
        ...reference,
        ...(at !== undefined && at.finer !== '' && { finerTime: at.finer }),
        ...(texts !== undefined && { texts }),
      },
      ...(uid !== undefined && { uid }),
    })),
    addsToStored: true,
    matchesAliases: one.kept === null,
    // A statement that Grove made names its place in full.
    isOfWholeArtifact: one.kept === null && reference.subcomponent === undefined,
  };
}

/** Undefined if an export finds them in the note. */
function textsOf(one: Statement, { kind, data }: Event): EventOrigin['texts'] {
  const { impact_statement: impact, action_statement: action, status_notes: notes } = one;
  const texts = {
    ...(impact && { impact_statement: impact }),
    ...(action && { action_statement: action }),
    ...(notes && { status_notes: notes }),
  };
  const derived = textsIn(verdictOf(kind, data));
  const isEmpty = Object.keys(texts).length === 0;
  return isEmpty || isDeepStrictEqual(texts, derived) ? undefined : texts;
}

type Event = Pick<ImportedEvent, 'kind' | 'data'>;

/** Null if Grove made the statement from an advisory without events. */
function eventOf(one: Statement, version: string, component: string): Event | null {
  const own = one.kept;
  if (own !== null && own.kind === undefined) return null;
  // If somebody changed the status of such a statement, the new status wins.
  if (own?.kind !== undefined && STATUS_OF_KIND[own.kind] === one.status) {
    return ownEventOf(one, { ...own, kind: own.kind }, { version, component });
  }
  return foreignEventOf(one, version, component);
}

function ownEventOf(
  one: Statement,
  { kind, type }: Kept & { kind: ImportedEvent['kind'] },
  { version, component }: { version: string; component: string },
): Event {
  const note = noteIn(noteOf(one), kind);
  switch (kind) {
    case 'detection':
    case 'fixed':
      return foreignEventOf(one, version, component);
    case 'falsePositiveDetermination': {
      const known = FALSE_POSITIVE_TYPES.find((name) => name === type);
      const { data } = foreignEventOf(one, version, component);
      return { kind, data: { type: known ?? data['type'] ?? '', note } };
    }
    default:
      return { kind, data: { note } };
  }
}

const noteOf = (one: Statement) =>
  one.impact_statement || one.action_statement || one.status_notes || '';

function foreignEventOf(one: Statement, version: string, component: string): Event {
  const note = noteOf(one);
  switch (one.status) {
    case 'fixed':
      return { kind: 'fixed', data: { fixedVersion: version, note } };
    case 'affected':
      return { kind: 'truePositiveDetermination', data: { note } };
    case 'not_affected': {
      const type =
        one.justification === undefined
          ? 'VULNERABILITY_RECORD_ANALYSIS_CONTESTED'
          : JUSTIFICATIONS[one.justification];
      return { kind: 'falsePositiveDetermination', data: { type, note } };
    }
    case 'under_investigation':
      return { kind: 'detection', data: detectionOf(one, version, component) };
  }
}

function detectionOf({ products }: Statement, version: string, component: string): JsonObject {
  if (version === '' && products.length <= 1 && component === '') return { manual: {} };
  const scan = { scanner: '', subpackage: '', component, componentVersion: version };
  return { scan: { ...scan, componentType: '', componentLocation: '' } };
}
