'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { type Grants, missingReason } from '#lib/client/access/capabilities.ts';
import { post } from '#lib/client/api.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';

export interface ConfirmBindingProps {
  binding: RoleBinding;
  grants: Grants | undefined;
}

/** Says why a binding has no effect, and confirms it. */
export function ConfirmBinding({ binding: { uid, identity, role }, grants }: ConfirmBindingProps) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => post<RoleBinding>(`${roleBindings.collection}:confirm`, { uid }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: roleBindings.versioned(uid).queryKey });
      refreshAccess(client);
    },
  });
  return (
    <div role="note" className="flex flex-col gap-3 rounded bg-warn-soft px-3 py-2.5">
      <p className="flex gap-2.5">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
        <span className="min-w-0">
          This binding has no effect. <bdi>{identity.name}</bdi> belongs to another organization,
          and may name another person now. Confirm the binding if that person may have{' '}
          <bdi>{role.name}</bdi>.
        </span>
      </p>
      {confirm.error && (
        <ErrorPanel title="The binding was not confirmed" {...problemOf(confirm.error)} />
      )}
      <Button
        className="self-start"
        isPending={confirm.isPending}
        disabledReason={missingReason(grants, uid, 'role_bindings.create')}
        onPress={() => confirm.mutate()}
      >
        Confirm binding
      </Button>
    </div>
  );
}
