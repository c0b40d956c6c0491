/** The cases of each operation, mostly wrong requests. */
import type { StatusName } from '#lib/aip/errors.ts';
import type { Ask } from './asks.ts';
import { isRead } from './operations.ts';
import type { Operation } from './operations.ts';
import {
  about,
  absentIn,
  badFilters,
  bodyMessage,
  fieldNames,
  hasBody,
  hasEtag,
  hasText,
  hasUid,
  inBody,
  isList,
  isUpdate,
  leavesOut,
  listWith,
  STALE,
  withoutMask,
  withNulls,
  withText,
} from './messages.ts';
import { firstText, wrongValues } from './wrong-values.ts';
import type { World } from './world.ts';

type Outcome = StatusName | 'OK';

export interface Case {
  applies(operation: Operation): boolean;
  /** Makes this case's request from the good request. */
  ask(good: Ask, world: World): Ask;
  /** The possible answers. Another answer means that the case does not test what its name says. */
  outcomes: readonly Outcome[];
}

const LONG = 20_000;
/** More than a body or a message may have. */
const TOO_LONG = 1_100_000;

const INVALID: readonly Outcome[] = ['INVALID_ARGUMENT'];

export const CASES = {
  good: { applies: () => true, ask: (good) => good, outcomes: ['OK'] },
  'no mask': {
    applies: isUpdate,
    ask: (good) => ({ ...good, message: withoutMask(good.message) }),
    outcomes: ['OK'],
  },
  'no parent': {
    applies: ({ verb, definition }) => verb === 'create' && definition?.type === 'Group',
    ask: (good) => ({ ...good, message: { ...good.message, parentUid: '' } }),
    outcomes: ['OK'],
  },
  'no token': {
    applies: () => true,
    ask: (good) => ({ ...good, token: null }),
    outcomes: ['UNAUTHENTICATED'],
  },
  'bad token': {
    applies: () => true,
    ask: (good) => ({ ...good, token: 'a.b.c' }),
    outcomes: ['UNAUTHENTICATED'],
  },
  'nothing to see': {
    applies: leavesOut,
    ask: (good, { stranger }) => ({ ...good, token: stranger.token }),
    outcomes: ['OK'],
  },
  'missing right': {
    // Asking for access needs the word of a rule, and no right.
    applies: (operation) =>
      !leavesOut(operation) && operation.method.name !== 'CreateAccessRequest',
    ask: (good, { stranger }) => ({ ...good, token: stranger.token }),
    outcomes: ['PERMISSION_DENIED', 'NOT_FOUND'],
  },
  'absent resource': {
    applies: hasUid,
    ask: (good, world) => ({ ...good, message: about(absentIn(world), good) }),
    outcomes: ['NOT_FOUND', 'PERMISSION_DENIED', 'INVALID_ARGUMENT', 'OK'],
  },
  'bad uid': {
    applies: hasUid,
    ask: (good) => ({ ...good, message: about('nonsense', good) }),
    outcomes: INVALID,
  },
  'unknown field': {
    applies: () => true,
    ask: ({ operation, message, ...good }) => ({
      ...good,
      operation,
      message: inBody(operation, message, { colour: 'red' }),
    }),
    outcomes: INVALID,
  },
  'wrong values': {
    applies: hasBody,
    ask: ({ operation, message, ...good }) => ({
      ...good,
      operation,
      message: inBody(operation, message, wrongValues(bodyMessage(operation))),
    }),
    outcomes: INVALID,
  },
  'wrong type': {
    applies: hasText,
    ask: ({ operation, message, ...good }) => {
      const name = firstText(bodyMessage(operation))?.jsonName ?? '';
      return { ...good, operation, message: inBody(operation, message, { [name]: [7] }) };
    },
    outcomes: INVALID,
  },
  NUL: {
    applies: hasText,
    ask: (good) => ({ ...good, message: withText(good.operation, good.message, 'a\0b') }),
    outcomes: INVALID,
  },
  'huge value': {
    applies: hasText,
    ask: (good) => ({ ...good, message: withText(good.operation, good.message, 'x'.repeat(LONG)) }),
    outcomes: INVALID,
  },
  'too large': {
    applies: hasText,
    ask: (good) => ({
      ...good,
      message: withText(good.operation, good.message, 'x'.repeat(TOO_LONG)),
    }),
    outcomes: INVALID,
  },
  'stale etag': {
    applies: (operation) =>
      isUpdate(operation) || operation.verb === 'delete' || hasEtag(operation),
    ask: (good) =>
      hasEtag(good.operation)
        ? { ...good, message: { ...good.message, etag: STALE } }
        : { ...good, ifMatch: STALE },
    outcomes: ['ABORTED'],
  },
  'bad mask': {
    applies: (operation) => fieldNames(operation).includes('updateMask'),
    ask: listWith({ updateMask: 'createTime,noSuch.field' }),
    outcomes: INVALID,
  },
  'empty mask': {
    applies: (operation) => fieldNames(operation).includes('updateMask'),
    ask: listWith({ updateMask: '' }),
    outcomes: ['OK'],
  },
  'null fields': {
    applies: isUpdate,
    ask: (good) => ({ ...good, message: withNulls(good.operation, withoutMask(good.message)) }),
    outcomes: ['OK'],
  },
  'sorted page': {
    applies: isList,
    ask: listWith({ pageSize: 1, skip: 0, orderBy: 'uid desc' }),
    outcomes: ['OK'],
  },
  'bad page token': { applies: isList, ask: listWith({ pageToken: 'x' }), outcomes: INVALID },
  'bad page size': { applies: isList, ask: listWith({ pageSize: -1 }), outcomes: INVALID },
  'bad skip': { applies: isList, ask: listWith({ skip: -1 }), outcomes: INVALID },
  'bad order': { applies: isList, ask: listWith({ orderBy: 'no such' }), outcomes: INVALID },
  'bad filter': {
    applies: isList,
    ask: (good) => ({ ...good, message: badFilters(good.operation, good.message) }),
    outcomes: INVALID,
  },
  'huge filter': {
    applies: isList,
    ask: (good) => ({ ...good, message: { ...good.message, uidp: { ids: ['f'.repeat(3_000)] } } }),
    outcomes: INVALID,
  },
} as const satisfies Record<string, Case>;

export type CaseName = keyof typeof CASES;

export const CASE_NAMES = Object.keys(CASES) as CaseName[];

export const caseOf = (name: CaseName): Case => CASES[name];

/** Whether each request of the case needs a resource of its own. */
export const changes = (operation: Operation, name: CaseName): boolean =>
  !isRead(operation) &&
  ['good', 'no mask', 'empty mask', 'null fields', 'no parent'].includes(name);
