import { checkUid } from '#lib/aip/uid.ts';
import { addOwner } from '#lib/service/groups/owners.ts';
import { parse, rootGroup } from './usage.ts';

/** Prints the role binding as JSON. */
export async function ownersAdd(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['GROUP_UID', 'IDENTITY_UID'], {});
  const [group, identity = ''] = positionals;
  return addOwner(rootGroup(group), checkUid(identity, 'IDENTITY_UID'));
}
