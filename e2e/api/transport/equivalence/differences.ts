/** The allowed differences of transports from REST, and the reasons. */
import { V1_RESOURCES } from '#lib/transport/v1/resources.ts';
import { runs } from '../../../support/random.ts';
import { OPERATIONS } from './operations.ts';
import type { Operation } from './operations.ts';
import type { Answer } from './answer.ts';
import { CASE_NAMES } from './cases.ts';
import type { CaseName } from './cases.ts';

interface Difference {
  cases: readonly CaseName[];
  transports: readonly string[];
  applies?(operation: Operation): boolean;
  why: string;
  /** The code, if it differs too. */
  code?: Answer['code'];
}

const BINARY = ['gRPC', 'gRPC-Web', 'Connect'];
const RPC = [...BINARY, 'Connect as JSON'];

export const DIFFERENCES: readonly Difference[] = [
  {
    cases: ['unknown field', 'wrong type'],
    transports: ['Connect as JSON'],
    why: 'the library decodes the message, and names it instead of the field',
  },
  {
    cases: ['too large'],
    transports: RPC,
    code: 'RESOURCE_EXHAUSTED',
    why: 'gRPC has a code for messages that are too large',
  },
];

export function differenceOf(
  operation: Operation,
  name: CaseName,
  transport: string,
): Difference | undefined {
  return DIFFERENCES.find(
    ({ cases, transports, applies = () => true }) =>
      cases.includes(name) && transports.includes(transport) && applies(operation),
  );
}

/** A message in binary has neither members without a field nor values of another type. */
const ONLY_IN_JSON: readonly CaseName[] = ['unknown field', 'wrong type'];

/** v1 has neither pages nor masks. Its update replaces the whole resource, as `*` does. */
const ONLY_IN_V2: readonly CaseName[] = [
  'no mask',
  'bad mask',
  'empty mask',
  'null fields',
  'sorted page',
  'bad page token',
  'bad page size',
  'bad skip',
  'bad order',
];

/** The transports that can send requests of the case. */
export function transportsOf({ definition }: Operation, name: CaseName): string[] {
  const hasV1 = definition !== undefined && V1_RESOURCES.includes(definition);
  return [
    'REST',
    ...(ONLY_IN_JSON.includes(name) ? [] : BINARY),
    'Connect as JSON',
    ...(hasV1 && !ONLY_IN_V2.includes(name) ? ['v1'] : []),
  ];
}

/**
 * Whether a request goes over the transport. The transports of gRPC differ only in their bytes, so the
 * short tests take them in turn: each operation and each case gets each of them. Groups get all of
 * them in each case.
 */
export function isAsked(operation: Operation, name: CaseName, transport: string): boolean {
  const isWhole = runs(1) > 1 || operation.definition?.type === 'Group';
  if (isWhole || !RPC.includes(transport)) return true;
  const able = transportsOf(operation, name).filter((one) => RPC.includes(one));
  const turn = OPERATIONS.indexOf(operation) + CASE_NAMES.indexOf(name);
  return able[turn % able.length] === transport;
}
