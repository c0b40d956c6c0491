import { z } from 'zod';
import type {
  Subscription_EmailJson,
  Subscription_WebhookJson,
  SubscriptionJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import { defineResource, NAME_FILTERS, TIME_ORDERS, type Schemas } from './define.ts';
import { name, text, textWithout, uid } from './fields.ts';
import { zoneProblem } from './time-zones.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

const MAX_TYPES = 20;
const MAX_URL = 2048;

export const SUBSCRIPTION_STATES = ['ACTIVE', 'FAILING', 'DISABLED'] as const;
const SCHEDULES = ['SCHEDULE_UNSPECIFIED', 'AT_ONCE', 'HOURLY', 'DAILY', 'WEEKLY'] as const;
const FORMATS = ['FORMAT_UNSPECIFIED', 'CLOUD_EVENT', 'THIN', 'SLACK'] as const;

/** In bytes, as Standard Webhooks asks for. */
const SECRET_BYTES = { least: 24, most: 64 };
export const SECRET_PREFIX = 'whsec_';

/** A query is allowed: some receivers know a sender by it. */
function targetProblem(value: string): string | null {
  const url = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) ? URL.parse(value) : null;
  if (url === null) return 'must be an https URL';
  if (value.includes('#')) return 'must not have a fragment';
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  return value.length > MAX_URL ? `must be at most ${MAX_URL} characters long` : null;
}

export const webhookSecret = textWithout((value) => {
  const base64 = value.startsWith(SECRET_PREFIX) ? value.slice(SECRET_PREFIX.length) : '';
  const [, digits = ''] = /^([A-Za-z0-9+/]+)={0,2}$/.exec(base64) ?? [];
  const bytes = Math.floor((digits.length * 3) / 4);
  const { least, most } = SECRET_BYTES;
  return bytes >= least && bytes <= most
    ? null
    : `must be ${SECRET_PREFIX} and ${least} to ${most} bytes in base64`;
});

type OutputOnly = 'state' | 'reason' | 'stateTime';

const input = z.strictObject({
  name,
  types: atMost(MAX_TYPES, 'types', z.array(text(1, 128))).optional(),
  webhook: z
    .strictObject({
      url: textWithout(targetProblem).meta({ format: 'uri', maxLength: MAX_URL }),
      format: z.enum(FORMATS, { error: `must be one of ${FORMATS.join(', ')}` }).optional(),
    } satisfies Schemas<Subscription_WebhookJson>)
    .optional(),
  email: z
    .strictObject({
      schedule: z.enum(SCHEDULES, { error: `must be one of ${SCHEDULES.join(', ')}` }).optional(),
      timeZone: textWithout(zoneProblem).meta({ maxLength: 64 }).optional(),
      savedViewUid: uid,
    } satisfies Schemas<Subscription_EmailJson>)
    .optional(),
  ordered: z.boolean().optional(),
  identityUid: uid.optional(),
  disabled: z.boolean().optional(),
  secret: webhookSecret.optional(),
} satisfies Schemas<SubscriptionJson, OutputOnly>);

export type SubscriptionInput = z.infer<typeof input>;

const formatOf = (format: (typeof FORMATS)[number] = 'CLOUD_EVENT') =>
  format === 'FORMAT_UNSPECIFIED' ? 'CLOUD_EVENT' : format;

const scheduleOf = (schedule: (typeof SCHEDULES)[number] = 'DAILY') =>
  schedule === 'SCHEDULE_UNSPECIFIED' ? 'DAILY' : schedule;

function targetOf(row: RowOf<'Subscription'>): Pick<SubscriptionJson, 'webhook' | 'email'> {
  const { url, format, schedule, timeZone, savedViewUid } = row;
  if (schedule === '') return { webhook: { url, format } };
  return { email: { schedule, timeZone, savedViewUid } };
}

/** The service makes or encrypts the secret and writes the state, see `service/rules`. */
export const subscription = defineResource<
  SubscriptionJson,
  RowOf<'Subscription'>,
  SubscriptionInput
>({
  type: 'Subscription',
  input,
  example: {
    name: 'tickets',
    types: ['grove.vulnerabilities.*', 'grove.iam.role_binding.created.v1'],
    webhook: { url: 'https://hooks.example.com/grove', format: 'CLOUD_EVENT' },
    ordered: true,
  },
  outputOnly: ['state', 'reason', 'stateTime'],
  orders: { ...TIME_ORDERS, name: 'nameOrder' },
  filters: {
    ...NAME_FILTERS,
    states: {
      kind: 'oneOf',
      column: 'state',
      values: Object.fromEntries(SUBSCRIPTION_STATES.map((state) => [state, state])),
    },
  },
  distinct: [
    { columns: ['parent', 'name'], field: 'name', taken: 'a subscription with this name' },
  ],
  fieldsOf: (row) => ({
    name: row.name,
    types: row.types,
    ...targetOf(row),
    ordered: row.ordered,
    identityUid: row.identityUid,
    disabled: row.state === 'DISABLED',
    state: row.state,
    ...(row.reason && { reason: row.reason }),
    stateTime: (row.stateTime ?? row.createTime).toISOString(),
  }),
  toColumns: ({ name, types, webhook, email, ordered }) => ({
    name,
    types: types ?? [],
    url: webhook?.url ?? '',
    format: formatOf(webhook?.format),
    schedule: email === undefined ? '' : scheduleOf(email.schedule),
    timeZone: email === undefined ? '' : (email.timeZone ?? 'UTC'),
    savedViewUid: email?.savedViewUid ?? '',
    ordered: ordered ?? false,
  }),
});
