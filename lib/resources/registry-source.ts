import { z } from 'zod';
import type {
  RegistrySource_StateJson,
  RegistrySourceJson,
} from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { defineResource, TIME_ORDERS, type Schemas } from './define.ts';
import { addressProblem, duration, durationSeconds, text, textWithout } from './fields.ts';
import { pemCertificates } from './pem.ts';
import type { RowOf } from './rows.ts';

const MINUTE_S = 60;
const MONTH_S = 30 * 24 * 60 * 60;

/** Checks the address of a registry. Whether it may be http depends on the operator's settings. */
function registryUrlProblem(value: string): string | null {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  if (url === null) return 'must be an https URL';
  if (/\/v2\/?$/.test(url.pathname)) return 'must be the address before /v2/';
  return addressProblem(url, value);
}

const url = textWithout(registryUrlProblem).transform((value) => value.replace(/\/+$/, ''));

/** The fields that decide how Grove connects to a registry. */
export const registryConnection = {
  url,
  username: text(0, 256)
    .refine((value) => !/[:\p{Cc}]/u.test(value), {
      error: 'must not have colons or control characters',
    })
    .optional(),
  password: text(1, 8192)
    .refine((value) => !/\p{Cc}/u.test(value), { error: 'must not have control characters' })
    .optional(),
  caCertificate: pemCertificates.optional(),
};

type OutputOnly =
  | 'notificationKeyTime'
  | 'notificationSecret'
  | 'state'
  | 'progress'
  | 'lastSync'
  | 'nextSyncTime';

const input = z.strictObject({
  ...registryConnection,
  interval: duration(MINUTE_S, MONTH_S).optional(),
} satisfies Schemas<RegistrySourceJson, OutputOnly>);

/**
 * A sync whose lease has expired was interrupted. It resumes at the next start or with the next
 * sync.
 */
function stateOf({ state, leaseTime }: RowOf<'RegistrySource'>): RegistrySource_StateJson {
  const isLost = state === 'RUNNING' && (leaseTime === null || leaseTime.getTime() < Date.now());
  return isLost ? 'INTERRUPTED' : state;
}

export type RegistrySourceInput = z.infer<typeof input>;

/** The service creates or encrypts the secrets, see `service/rules`. */
export const registrySource = defineResource<
  RegistrySourceJson,
  RowOf<'RegistrySource'>,
  RegistrySourceInput
>({
  type: 'RegistrySource',
  input,
  example: { url: 'https://registry.example.com', interval: '3600s' },
  outputOnly: [
    'notificationKeyTime',
    'notificationSecret',
    'state',
    'progress',
    'lastSync',
    'nextSyncTime',
  ],
  orders: TIME_ORDERS,
  filters: { query: { kind: 'search', columns: ['url'] } },
  distinct: [{ columns: ['parent'], field: 'parent_uid', taken: 'a registry source' }],
  fieldsOf: (row) => ({
    url: row.url,
    username: row.username,
    caCertificate: row.caCertificate,
    ...(row.interval === null ? {} : { interval: `${row.interval}s` }),
    ...(row.notificationKeyTime === null
      ? {}
      : { notificationKeyTime: row.notificationKeyTime.toISOString() }),
    state: stateOf(row),
    ...(row.run !== null && {
      progress: { startTime: row.run.startTime, ...row.run.counts },
    }),
    ...(row.lastSync === null ? {} : { lastSync: row.lastSync }),
    ...(row.nextSyncTime === null ? {} : { nextSyncTime: row.nextSyncTime.toISOString() }),
  }),
  toColumns: ({ url, username, caCertificate, interval }) => ({
    url,
    username: username ?? '',
    caCertificate: caCertificate ?? '',
    interval: interval === undefined ? null : Math.round(durationSeconds(interval)),
  }),
});
