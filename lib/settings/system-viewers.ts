/** Who may see how the installation is doing: its own people, not those of any organization. */
import { listOf, notValid, type Environment } from './environment.ts';

/** Who has `system.view`, from `GROVE_SYSTEM_VIEWERS`. */
export interface SystemViewers {
  /** Uids of identities, and of root groups whose owners may. */
  uids: readonly string[];
  everyOwner: boolean;
}

const EVERY_OWNER = 'owners';
const UID = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;

/** @throws OperatorError for anything but uids and `owners`. */
export function readSystemViewers(env: Environment): SystemViewers {
  const given = listOf(env.GROVE_SYSTEM_VIEWERS ?? '');
  const uids = given.filter((part) => part !== EVERY_OWNER);
  const wrong = uids.find((uid) => !UID.test(uid));
  if (wrong !== undefined) {
    const expected = `be uids of identities or root groups, or ${EVERY_OWNER}`;
    throw notValid('GROVE_SYSTEM_VIEWERS', expected, wrong);
  }
  return { uids, everyOwner: given.includes(EVERY_OWNER) };
}
