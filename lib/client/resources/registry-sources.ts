/** What is asked of a registry source beside the five verbs. */
import { call } from '#lib/client/api.ts';
import { registrySources, type RegistrySource } from './resources.ts';

const post = <T>(method: string, uid: string) =>
  call<T>(`${registrySources.collection}:${method}`, { method: 'POST', body: { uid } });

/** That of a group, which has at most one. */
export const sourceOfQuery = (group: string) =>
  registrySources.list({ 'uidp.children_of': group, page_size: '1' });

/** Begins to read the registry; the answer comes before it is read. */
export const startSync = (uid: string) => post<RegistrySource>('sync', uid);

/** Makes a new secret; the one before it is void. */
export const rotateNotificationSecret = (uid: string) =>
  post<RegistrySource & { notificationSecret: string }>('rotateNotificationSecret', uid);

/** What a CNCF Distribution registry has to be configured with. */
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
