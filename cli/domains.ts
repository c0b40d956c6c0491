import { listDomains, releaseDomain } from '#lib/service/groups/domains.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { parse, rootGroup } from './usage.ts';

/** Prints the domains of an organization. */
export async function domainsList(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['GROUP_UID'], {});
  const root = rootGroup(positionals[0]);
  return listDomains(operatorCall(root), root);
}

/** For an organization that should not have a domain. Prints the remaining domains. */
export async function domainsRelease(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['GROUP_UID', 'DOMAIN'], {});
  const root = rootGroup(positionals[0]);
  const call = operatorCall(root);
  await releaseDomain(call, { groupUid: root, name: positionals[1] ?? '' });
  return listDomains(call, root);
}
