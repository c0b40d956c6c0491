import { accountAssociations } from '#lib/client/resources.ts';

/** The account association of a group itself, which has at most one. */
export const associationOfQuery = (group: string) =>
  accountAssociations.list({ 'uidp.children_of': group, page_size: '1' });
