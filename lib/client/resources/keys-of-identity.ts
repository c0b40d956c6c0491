import { parentUid } from '#lib/client/paths.ts';
import { identityKeys } from '#lib/client/resources/resources.ts';

export const keysOfIdentity = (uid: string) =>
  identityKeys.list({
    'uidp.children_of': parentUid(uid) ?? '',
    identity: uid,
    order_by: 'expires_at',
    page_size: '10',
  });
