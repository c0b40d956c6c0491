/**
 * The OpenVEX statement of an event. The identifier of the statement keeps the facts that OpenVEX
 * has no word for.
 *
 * @see https://github.com/openvex/spec
 */
import { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { EVENT_STATUS } from '#lib/resources/advisory-statuses.ts';
import { placeFields, type Place } from './artifacts.ts';

/** The kinds of events of an advisory, named as in the API. */
export type Kind = keyof typeof EVENT_STATUS;

type VexStatus = 'not_affected' | 'affected' | 'fixed' | 'under_investigation';

/** The status of OpenVEX that each kind of event is exported as. */
export const STATUS_OF_KIND: Readonly<Record<Kind, VexStatus>> = {
  detection: 'under_investigation',
  analysisNotPlanned: 'under_investigation',
  truePositiveDetermination: 'affected',
  fixNotPlanned: 'affected',
  pendingUpstreamFix: 'affected',
  falsePositiveDetermination: 'not_affected',
  fixed: 'fixed',
};

/** The justification of each type of false positive that has one. */
const JUSTIFICATIONS: Readonly<Record<string, string>> = {
  COMPONENT_VULNERABILITY_MISMATCH: 'component_not_present',
  VULNERABLE_CODE_VERSION_NOT_USED: 'vulnerable_code_not_present',
  VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE: 'vulnerable_code_not_present',
  VULNERABLE_CODE_NOT_IN_EXECUTION_PATH: 'vulnerable_code_not_in_execute_path',
  VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY:
    'vulnerable_code_cannot_be_controlled_by_adversary',
  INLINE_MITIGATIONS_EXIST: 'inline_mitigations_already_exist',
};

/** Why an advisory is a false positive. */
export const FALSE_POSITIVE_TYPES = [
  'VULNERABILITY_RECORD_ANALYSIS_CONTESTED',
  ...Object.keys(JUSTIFICATIONS),
];

/** The type of false positive for each justification; the last of those that share one. */
export const TYPE_OF_JUSTIFICATION: ReadonlyMap<string, string> = new Map(
  Object.entries(JUSTIFICATIONS).map(([type, justification]) => [justification, type]),
);

/** The action if nobody wrote one. The format requires a text. */
const ACTIONS: Partial<Record<Kind, string>> = {
  truePositiveDetermination: 'There is no fixed version yet.',
  fixNotPlanned: 'No fix is planned.',
  pendingUpstreamFix: 'A fix is awaited from upstream.',
};

const CONTESTED = 'The record of the vulnerability is contested.';

/** The status of a statement and the texts that explain it. */
export function verdictOf(kind: Kind, data: JsonObject): JsonObject {
  const status = STATUS_OF_KIND[kind];
  const note = typeof data['note'] === 'string' ? data['note'] : '';
  const notes: JsonObject = note === '' ? {} : { status_notes: note };
  if (status === 'affected') return { status, action_statement: note || (ACTIONS[kind] ?? '') };
  if (status !== 'not_affected') return { status, ...notes };
  const justification = JUSTIFICATIONS[String(data['type'])];
  // Readers of OpenVEX accept a justification or an impact statement. Some reject both together.
  return justification === undefined
    ? { status, impact_statement: note || CONTESTED }
    : { status, justification, ...notes };
}

const TEXTS = ['impact_statement', 'action_statement', 'status_notes'] as const;

type Texts<Value> = Partial<Record<(typeof TEXTS)[number], Value>>;

/** The texts of a verdict or statement that are not empty, by the names of OpenVEX. */
export const textsIn = (of: Readonly<Texts<unknown>>): Texts<string> =>
  Object.fromEntries(TEXTS.flatMap((name) => (of[name] ? [[name, String(of[name])]] : [])));

/**
 * The same for what somebody stated, in the fields of the statement and without a reason that its
 * author did not give. A text that the format requires is empty then.
 */
export function statedVerdictOf(kind: Kind, data: JsonObject, texts?: JsonObject): JsonObject {
  const derived = verdictOf(kind, data);
  const rest = Object.fromEntries(
    Object.entries(derived).filter(([name]) => !TEXTS.some((text) => text === name)),
  );
  const isUnexplained = rest['status'] === 'not_affected' && rest['justification'] === undefined;
  const required: JsonObject = {
    ...(rest['status'] === 'affected' && { action_statement: '' }),
    ...(isUnexplained && { impact_statement: '' }),
  };
  const own = typeof data['note'] === 'string' && data['note'] !== '' ? textsIn(derived) : {};
  return { ...rest, ...required, ...(texts ?? own) };
}

/** The note of the event from which Grove made the statement. */
export function noteIn(text: string, kind: Kind): string {
  return text === ACTIONS[kind] || text === CONTESTED ? '' : text;
}

/** The uid of an event. */
export const eventUid = z.string().regex(/^[0-9a-f]{1,32}$/);

const kept = placeFields.partial().extend({
  kind: z.enum(Object.keys(EVENT_STATUS) as [Kind, ...Kind[]]).optional(),
  /** The type of a false positive, because two types have the same justification. */
  type: z.string().optional(),
  uid: eventUid.optional(),
});

/**
 * The parts of an event that OpenVEX has no member for. They are in the fragment of a statement's
 * `@id`.
 */
export type Kept = z.infer<typeof kept>;

const PATH = '/vulnerabilities/v2beta1/advisories/';

/** The `@id` of a statement, which names its advisory and keeps what OpenVEX lacks. @param url the installation's address. */
export function statementId(url: string, advisoryUid: string, kept: Kept & Partial<Place>): string {
  const fragment = new URLSearchParams(
    Object.entries(kept).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return `${url}${PATH}${advisoryUid}#${fragment}`;
}

/** Null if the statement is not one of Grove's. */
export function keptIn(id: string): Kept | null {
  const [address = '', fragment] = id.split('#', 2);
  if (fragment === undefined || !address.includes(PATH)) return null;
  return kept.safeParse(Object.fromEntries(new URLSearchParams(fragment))).data ?? null;
}
