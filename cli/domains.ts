import { showDomains, takeDomain } from '#lib/service/groups/domains.ts';
import { parse, rootGroup } from './usage.ts';

/** Prints the domains of an organization. */
export async function domainsList(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['GROUP_UID'], {});
  return showDomains(rootGroup(positionals[0]));
}

/** For an organization that should not have a domain. Prints the remaining domains. */
export async function domainsRelease(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['GROUP_UID', 'DOMAIN'], {});
  const root = rootGroup(positionals[0]);
  await takeDomain(root, positionals[1] ?? '');
  return showDomains(root);
}
