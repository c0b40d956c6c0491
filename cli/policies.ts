import { checkUid, isRootUid } from '#lib/aip/uid.ts';
import { clearPolicy, getPolicy } from '#lib/service/groups/policy.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { parse, UsageError } from './usage.ts';

/** Prints the policy of an organization as JSON. */
export async function policiesShow(args: string[]): Promise<string> {
  const root = rootOf(args);
  return JSON.stringify(await getPolicy(operatorCall(root), root), null, 2);
}

/** For an organization whose policy keeps its own owners out. Prints the cleared policy. */
export async function policiesClear(args: string[]): Promise<string> {
  const root = rootOf(args);
  await clearPolicy(root);
  return policiesShow([root]);
}

function rootOf(args: string[]): string {
  const { positionals } = parse(args, ['GROUP_UID'], {});
  const root = checkUid(positionals[0] ?? '', 'GROUP_UID');
  if (isRootUid(root)) return root;
  throw new UsageError('GROUP_UID must be the root group of an organization');
}
