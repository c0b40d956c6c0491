/** Where transports may say something else than REST, and why. */
import type { Operation } from './operations.ts';
import { V1_RESOURCES } from '#lib/transport/v1/resources.ts';
import type { Said } from './said.ts';
import type { CaseName } from './cases.ts';

interface Difference {
  cases: readonly CaseName[];
  transports: readonly string[];
  applies?(operation: Operation): boolean;
  why: string;
  /** The code, where that differs as well. */
  code?: Said['code'];
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
