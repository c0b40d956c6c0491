'use client';

import { Pencil, SearchCheck, Trash2 } from 'lucide-react';
import {
  byRuleReason,
  noRemoveReason,
} from '#app/(console)/groups/[group]/access/binding-words.ts';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { type Grants, missingReason } from '#lib/client/access/capabilities.ts';
import { editPath, explainPath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export interface BindingMenuProps {
  binding: RoleBinding;
  /** The group of the list. */
  group: string;
  grants: Grants | undefined;
  onRemove: () => void;
}

/** The actions on a binding in a list. */
export function BindingMenu({ binding, group, grants, onRemove }: BindingMenuProps) {
  const { uid, identity } = binding;
  return (
    <>
      <MenuItem icon={SearchCheck} href={explainPath({ identity: identity.uid, group })}>
        Explain access
      </MenuItem>
      <MenuItem
        icon={Pencil}
        href={editPath('access', uid, group)}
        disabledReason={byRuleReason(binding) || missingReason(grants, uid, 'role_bindings.update')}
      >
        Edit
      </MenuItem>
      <MenuItem
        icon={Trash2}
        isDanger
        onAction={onRemove}
        disabledReason={noRemoveReason(binding, grants)}
      >
        Remove
      </MenuItem>
    </>
  );
}
