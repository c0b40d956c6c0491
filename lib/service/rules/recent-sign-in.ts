/**
 * The changes that need a recent sign-in: those with which somebody at an unlocked computer, or with
 * a stolen session, would stay in, let others in, or destroy what cannot be brought back.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Reach } from '#lib/access/reach.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { claimMatchOf } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { is } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import type { Write } from './rules.ts';

/** What the change is, for the error; null if it needs no recent sign-in. */
type Danger = string | null | Promise<string | null>;

interface Dangerous<Type extends ResourceType> {
  write?(reads: Reads, write: Write<Type>, reach: Reach): Danger;
  delete?(reads: Reads, row: RowOf<Type>): Danger;
}

/** Whoever has this can let anybody in, as an owner can. */
const LETS_IN: Capability = 'role_bindings.create';

export const letsIn = (capabilities: readonly Capability[]) => capabilities.includes(LETS_IN);

async function roleLetsIn(reads: Reads, roleUid: string): Promise<boolean> {
  const role = await reads.get('Role', roleUid);
  return role !== null && letsIn(role.capabilities);
}

/**
 * What other organizations bind counts only for whoever may let people in there: it keeps nobody from
 * changing an identity of their own organization.
 */
async function identityLetsIn(reads: Reads, uid: string, reach?: Reach): Promise<boolean> {
  const grants = await reads.grants([uid], { withComing: true });
  const counts = (group: string) =>
    rootUid(group) === rootUid(uid) || reach?.holds(LETS_IN, group) === true;
  return grants.some(({ group, capabilities }) => letsIn(capabilities) && counts(group));
}

const TAKING_AWAY = 'removing a role that can grant roles';

/** A write that grants a role which can grant roles. */
const whenItGrants =
  (what: string) =>
  async (reads: Reads, { input }: { input: { roleUid: string } }) =>
    (await roleLetsIn(reads, input.roleUid)) ? what : null;

const provider = () => 'a change of an identity provider';

/** For each resource, the changes of it. Those of second factors ask for themselves. */
const DANGEROUS: { readonly [Type in ResourceType]: Dangerous<Type> } = {
  RoleBinding: {
    write: async (reads, { input, before }) => {
      const isAnother = before !== null && before.roleUid !== input.roleUid;
      if (isAnother && (await roleLetsIn(reads, before.roleUid))) return TAKING_AWAY;
      return whenItGrants('binding a role that can grant roles')(reads, { input });
    },
    delete: async (reads, { roleUid }) => ((await roleLetsIn(reads, roleUid)) ? TAKING_AWAY : null),
  },

  GroupInvite: { write: whenItGrants('an invite with a role that can grant roles') },

  Role: {
    write: (_reads, { input, before }) =>
      before !== null && letsIn(input.capabilities) !== letsIn(before.capabilities)
        ? 'a change of the right of a role to grant roles'
        : null,
  },

  IdentityProvider: { write: provider, delete: provider },

  Identity: {
    write: (_reads, { input, before }) =>
      before !== null && !isDeepStrictEqual(claimMatchOf(before), input.claimMatch)
        ? 'a change of a claim match'
        : null,
    delete: async (reads, { uid }) => {
      if ((await reads.first('IdentityKey', is('identityUid', uid))) !== null) {
        return 'deleting an identity with keys';
      }
      return (await identityLetsIn(reads, uid))
        ? 'deleting an identity that can grant roles'
        : null;
    },
  },

  IdentityKey: {
    write: async (reads, { input }, reach) => {
      const { identityUid, roleUid } = input;
      if (roleUid !== undefined && !(await roleLetsIn(reads, roleUid))) return null;
      const isDangerous = await identityLetsIn(reads, identityUid, reach);
      return isDangerous ? 'a key that can grant roles' : null;
    },
    delete: () => 'deleting a key',
  },

  // A group can only be deleted when it is empty, so a subtree goes group by group, and no request
  // shows that it is part of one.
  Group: { delete: () => 'deleting a group' },

  RequestRule: {
    write: async (reads, { input }) => {
      for (const roleUid of input.roles) {
        if (await roleLetsIn(reads, roleUid))
          return 'a request rule for a role that can grant roles';
      }
      return null;
    },
  },

  AccessRequest: {},
  AccountAssociation: {},
  AuditEvent: {},
  Repo: {},
  Tag: {},
  Advisory: {},
  RegistrySource: {},
  SavedView: {},
  Subscription: {},
};

const dangerousOf = <Type extends ResourceType>(type: Type): Dangerous<Type> => DANGEROUS[type];

/**
 * Call it after all other checks of a create or an update, in its transaction.
 *
 * @throws ApiError as {@link requireRecentSignIn}.
 */
export async function requireRecentForWrite<Type extends ResourceType>(
  tx: Transaction,
  { principal, reach }: Call,
  type: Type,
  write: Write<Type>,
): Promise<void> {
  const danger = await dangerousOf(type).write?.(tx, write, reach);
  if (danger) await requireRecentSignIn(principal, danger, tx);
}

/**
 * Why a delete needs a recent sign-in; null if it needs none. Ask before anything is deleted, since the
 * reason may be a role binding that goes first.
 */
export async function dangerOfDelete<Type extends ResourceType>(
  tx: Transaction,
  type: Type,
  row: RowOf<Type>,
): Promise<string | null> {
  return (await dangerousOf(type).delete?.(tx, row)) ?? null;
}
