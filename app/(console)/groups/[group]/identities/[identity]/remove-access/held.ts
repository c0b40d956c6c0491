/** The access of an identity, as steps that remove it. */
import { byRuleReason, grantText } from '#app/(console)/groups/[group]/access/binding-words.ts';
import type { AllHeld } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/read-held.ts';
import type { Task } from '#components/resource-table/bulk/run-each.ts';
import { perform } from '#lib/client/api.ts';
import { type Grants, missingReason } from '#lib/client/access/capabilities.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import { parentUid } from '#lib/client/paths.ts';
import { blockRequest } from '#lib/client/resources/blocks.ts';
import { endSessionsRequest } from '#lib/client/resources/person-sessions.ts';
import {
  groupInvites,
  type Identity,
  identityKeys,
  roleBindings,
} from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

/** One part of the access. */
export interface Held extends Task {
  /** The kind, such as "Key"; empty if the name has it. */
  noun: string;
  request: ShellRequest;
  /** Why it cannot be removed; false if it can. */
  stays: string | false;
}

export const HELD_KINDS = ['Sessions', 'Keys', 'Invites', 'Role bindings'] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

const stepOf = (id: string, noun: string, request: ShellRequest) => ({
  id,
  noun,
  request,
  run: () => perform(request),
});

/** The first step: the block, which also ends access that the caller cannot see. */
export const blockStep = ({ uid }: Identity): Held => ({
  ...stepOf('block', '', blockRequest(uid, '')),
  name: 'Identity blocked',
  stays: false,
});

function sessionsOf({ uid }: Identity, sessions: AllHeld['sessions']): Held[] {
  const step = stepOf('sessions', '', endSessionsRequest(uid));
  if (sessions === null) {
    const stays = 'You need the capability role_bindings.delete wherever this person has a role';
    return [{ ...step, name: 'Sessions, if there are any', stays }];
  }
  if (sessions.length === 0) return [];
  const name = counted(sessions.length, ['session', 'sessions']);
  return [{ ...step, name, stays: false }];
}

/** All access, by kind, in the order of removal. */
export function heldOf(
  identity: Identity,
  all: AllHeld,
  grants: Grants | undefined,
): readonly { kind: HeldKind; held: readonly Held[] }[] {
  const byKind: Record<HeldKind, readonly Held[]> = {
    Sessions: sessionsOf(identity, all.sessions),
    Keys: all.keys.map(({ uid, name }) => ({
      ...stepOf(uid, 'Key', identityKeys.removal(uid)),
      name,
      stays: missingReason(grants, uid, 'identity_keys.delete'),
    })),
    Invites: (all.invites ?? []).map(({ uid, role, email }) => ({
      ...stepOf(uid, 'Invite', groupInvites.removal(uid)),
      name: `${email ?? 'Anyone with the link'} as ${role.name} on ${
        all.groups.get(parentUid(uid) ?? '') ?? 'a group you cannot see'
      }`,
      stays: missingReason(grants, uid, 'group_invites.delete'),
    })),
    'Role bindings': all.bindings.map((binding) => ({
      ...stepOf(binding.uid, 'Role binding', roleBindings.removal(binding.uid)),
      name: grantText(binding),
      stays: byRuleReason(binding) || missingReason(grants, binding.uid, 'role_bindings.delete'),
    })),
  };
  return HELD_KINDS.map((kind) => ({ kind, held: byKind[kind] })).filter(
    ({ held }) => held.length > 0,
  );
}
