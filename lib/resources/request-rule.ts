import { z } from 'zod';
import type { RequestRuleJson } from '#lib/generated/proto/grove/iam/v2beta1/request_rules_pb.js';
import { builtInRole } from './built-in-roles.ts';
import { defineResource, NAME_FILTERS, TIME_ORDERS, type Schemas } from './define.ts';
import {
  description,
  duration,
  durationSeconds,
  name,
  text,
  uid,
  WHENEVER_OBJECT,
} from './fields.ts';
import { MAX_PATTERN_LENGTH } from './identity.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

const MAX_ROLES = 20;
const MAX_IDENTITIES = 100;
const MAX_APPROVALS = 3;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const LONGEST_S = 365 * DAY_S;
const LONGEST_WAIT_S = 30 * DAY_S;

const isDistinct = (values: readonly string[]) => new Set(values).size === values.length;

const roles = atMost(MAX_ROLES, 'roles', z.array(uid)).refine(isDistinct, {
  error: 'must not name a role twice',
});

const identities = atMost(MAX_IDENTITIES, 'identities', z.array(uid)).refine(isDistinct, {
  error: 'must not name an identity twice',
});

const fields = z.strictObject({
  name,
  description,
  roles: roles.refine((list) => list.length > 0, { error: 'must have at least one role' }),
  requesterRoles: roles.optional(),
  requesterIdentities: identities.optional(),
  maxDuration: duration(MINUTE_S, LONGEST_S),
  reasonRequired: z.boolean().optional(),
  reasonPattern: text(0, MAX_PATTERN_LENGTH).optional(),
  approverIdentities: identities.optional(),
  approvals: z
    .number()
    .refine((count) => Number.isInteger(count) && count >= 0 && count <= MAX_APPROVALS, {
      error: `must be a whole number from 0 to ${MAX_APPROVALS}`,
    })
    .optional(),
  secondFactor: z.boolean().optional(),
  waitDuration: duration(MINUTE_S, LONGEST_WAIT_S).optional(),
  emergency: z.boolean().optional(),
} satisfies Schemas<RequestRuleJson, 'makerUid'>);

type Fields = z.infer<typeof fields>;

/** An approval is asked for unless a rule says that none is. */
const approvalsOf = ({ approvals, emergency }: Pick<Fields, 'approvals' | 'emergency'>) =>
  approvals ?? (emergency === true ? 0 : 1);

/** The field and the words of each problem that fields have together. */
function problemsTogether(rule: Partial<Fields>): (readonly [keyof Fields, string])[] {
  const { requesterRoles = [], requesterIdentities = [], approverIdentities = [] } = rule;
  const { emergency = false, maxDuration = '' } = rule;
  const approvals = approvalsOf(rule);
  const named = approverIdentities.length;
  const problems: (readonly [keyof Fields, string, boolean])[] = [
    [
      'requesterRoles',
      'is required, or requesterIdentities',
      requesterRoles.length + requesterIdentities.length === 0,
    ],
    ['approvals', 'must be 0 with emergency', emergency && approvals > 0],
    [
      'approvals',
      'must be at most the number of approverIdentities',
      named > 0 && approvals > named,
    ],
    [
      'approverIdentities',
      'must be empty where nobody has to approve',
      named > 0 && approvals === 0 && !emergency,
    ],
    [
      'maxDuration',
      `must be at most ${HOUR_S}s with emergency`,
      emergency && durationSeconds(maxDuration) > HOUR_S,
    ],
  ];
  return problems.filter(([, , isSo]) => isSo).map(([field, words]) => [field, words]);
}

const input = fields.superRefine((rule, context) => {
  for (const [field, message] of problemsTogether(rule)) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
}, WHENEVER_OBJECT);

export type RequestRuleInput = Fields;

const seconds = (text: string) => Math.round(durationSeconds(text));

/** The service writes who made it, see `service/rules`. */
export const requestRule = defineResource<RequestRuleJson, RowOf<'RequestRule'>, RequestRuleInput>({
  type: 'RequestRule',
  input,
  example: {
    name: 'Editor for a day',
    roles: [builtInRole('editor').uid],
    requesterRoles: [builtInRole('viewer').uid],
    maxDuration: `${DAY_S}s`,
    reasonPattern: 'OPS-[0-9]+.*',
    approvals: 1,
    waitDuration: `${HOUR_S}s`,
  },
  outputOnly: ['makerUid'],
  orders: { ...TIME_ORDERS, name: 'nameOrder' },
  filters: NAME_FILTERS,
  distinct: [
    { columns: ['parent', 'name'], field: 'name', taken: 'a request rule with this name' },
  ],
  fieldsOf: (row) => ({
    name: row.name,
    description: row.description,
    roles: row.roles,
    requesterRoles: row.requesterRoles,
    requesterIdentities: row.requesterIdentities,
    maxDuration: `${row.maxDuration}s`,
    reasonRequired: row.reasonRequired,
    reasonPattern: row.reasonPattern,
    approverIdentities: row.approverIdentities,
    approvals: row.approvals,
    secondFactor: row.secondFactor,
    waitDuration: `${row.waitDuration}s`,
    emergency: row.emergency,
    ...(row.makerIdentities?.[0] !== undefined && { makerUid: row.makerIdentities[0] }),
  }),
  toColumns: (rule) => ({
    name: rule.name,
    description: rule.description ?? '',
    roles: rule.roles,
    requesterRoles: rule.requesterRoles ?? [],
    requesterIdentities: rule.requesterIdentities ?? [],
    maxDuration: seconds(rule.maxDuration),
    reasonRequired: rule.reasonRequired ?? false,
    reasonPattern: rule.reasonPattern ?? '',
    approverIdentities: rule.approverIdentities ?? [],
    approvals: approvalsOf(rule),
    secondFactor: rule.secondFactor ?? false,
    waitDuration: rule.waitDuration === undefined ? DAY_S : seconds(rule.waitDuration),
    emergency: rule.emergency ?? false,
  }),
});
