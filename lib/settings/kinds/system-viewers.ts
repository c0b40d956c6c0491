/** Who may see how the installation is doing: its own people, not those of any organization. */
import { listOf, notValid, type Kind } from './values.ts';

/** Who has `system.view`, from `GROVE_SYSTEM_VIEWERS`. */
export interface SystemViewers {
  /** Uids of identities, and of root groups whose owners may. */
  uids: readonly string[];
  everyOwner: boolean;
}

const EVERY_OWNER = 'owners';
const UID = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;

/** @throws OperatorError for anything but uids and `owners`. */
export const systemViewers: Kind<SystemViewers> = ({ name, value }) => {
  const given = listOf(value);
  const uids = given.filter((part) => part !== EVERY_OWNER);
  const wrong = uids.find((uid) => !UID.test(uid));
  if (wrong !== undefined) {
    const expected = `be uids of identities or root groups, or ${EVERY_OWNER}`;
    throw notValid(name, expected, wrong);
  }
  return { uids, everyOwner: given.includes(EVERY_OWNER) };
};
