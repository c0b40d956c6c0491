/** The registry source's methods besides the five standard ones. */
import type { TestRegistryConnectionResponseJson } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { post } from '#lib/client/api.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import { registrySources, type RegistrySource } from './resources.ts';

/** The registry source of a group. A group has at most one. */
export const sourceOfQuery = (group: string) =>
  registrySources.list({ 'uidp.children_of': group, page_size: '1' });

export const sourcesBelowQuery = (group: string) =>
  registrySources.list({ 'uidp.descendants_of': group, page_size: '1' });

/** Starts a sync; the response comes before the sync ends. */
export const syncRequest = (uid: string): ShellRequest => ({
  method: 'POST',
  path: `${registrySources.collection}:sync`,
  body: { uid },
});

/** How Grove connects to a registry. Empty fields count as unset. */
export type RegistryConnection = Pick<RegistrySource, 'url' | 'username' | 'caCertificate'> & {
  password: string;
};

/** The response of `registrySources:testConnection`. */
export type RegistryReport = Answered<
  TestRegistryConnectionResponseJson,
  MayBeAbsent<'TestRegistryConnectionResponse'>
>;

/** Has the server send the registry of the group the first requests of a sync. */
export const testRegistry = (groupUid: string, connection: RegistryConnection) =>
  post<RegistryReport>(`${registrySources.collection}:testConnection`, {
    groupUid,
    ...Object.fromEntries(Object.entries(connection).filter(([, value]) => value !== '')),
  });

/** Creates a new secret and invalidates the previous one. */
export const rotateNotificationSecret = (uid: string) =>
  post<RegistrySource & { notificationSecret: string }>(
    `${registrySources.collection}:rotateNotificationSecret`,
    { uid },
  );

/** The part of a registry's configuration (YAML) that makes it notify Grove. */
export function notificationConfig(url: string, secret: string): string {
  return `notifications:
  endpoints:
    - name: grove
      url: ${url}/registry/events
      headers:
        Authorization: [Bearer ${secret}]
      timeout: 30s
      threshold: 3
      backoff: 5s
      ignore:
        actions: [pull]
`;
}
