/** `identities block`, `identities unblock` and `identities confirm`, as the API's methods do it. */
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import { blockIdentity, unblockIdentity } from '#lib/service/people/blocks.ts';
import { confirmIdentity } from '#lib/service/people/join.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { parse } from './usage.ts';

/** Prints the blocked identity as JSON. */
export async function identitiesBlock(args: string[]): Promise<object> {
  const { values, positionals } = parse(args, ['UID'], { reason: { type: 'string' } });
  const uid = checkUid(positionals[0] ?? '', 'UID');
  return blockIdentity(callFor(uid), { uid, reason: values.reason ?? '' });
}

/** Prints the identity as JSON. */
export async function identitiesUnblock(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['UID'], {});
  const uid = checkUid(positionals[0] ?? '', 'UID');
  return unblockIdentity(callFor(uid), { uid });
}

/** Prints the identity as JSON. */
export async function identitiesConfirm(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['UID'], {});
  const uid = checkUid(positionals[0] ?? '', 'UID');
  return confirmIdentity(callFor(uid), { uid });
}

const callFor = (uid: string) => operatorCall(rootUid(uid));
