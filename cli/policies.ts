import { clearPolicy, getPolicy } from '#lib/service/groups/policy.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { parse, rootGroup } from './usage.ts';

/** Prints the policy of an organization. */
export async function policiesShow(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['GROUP_UID'], {});
  const root = rootGroup(positionals[0]);
  return getPolicy(operatorCall(root), root);
}

/** For an organization whose policy keeps its own owners out. Prints the cleared policy. */
export async function policiesClear(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['GROUP_UID'], {});
  await clearPolicy(rootGroup(positionals[0]));
  return policiesShow(args);
}
