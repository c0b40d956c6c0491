import { checkUid, isRootUid } from '#lib/aip/uid.ts';
import { listDomains, releaseDomain } from '#lib/service/groups/domains.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { parse, UsageError } from './usage.ts';

/** Prints the domains of an organization as JSON. */
export async function domainsList(args: string[]): Promise<string> {
  const { positionals } = parse(args, ['GROUP_UID'], {});
  return listed(rootOf(positionals[0]));
}

/** For an organization that should not have a domain. Prints the remaining domains. */
export async function domainsRelease(args: string[]): Promise<string> {
  const { positionals } = parse(args, ['GROUP_UID', 'DOMAIN'], {});
  const root = rootOf(positionals[0]);
  await releaseDomain(operatorCall(root), { groupUid: root, name: positionals[1] ?? '' });
  return listed(root);
}

const listed = async (root: string) =>
  JSON.stringify(await listDomains(operatorCall(root), root), null, 2);

function rootOf(uid = ''): string {
  const root = checkUid(uid, 'GROUP_UID');
  if (isRootUid(root)) return root;
  throw new UsageError('GROUP_UID must be the root group of an organization');
}
