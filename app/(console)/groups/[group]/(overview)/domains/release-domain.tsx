'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { type Domain, domainsQuery, releaseDomain } from '#lib/client/resources/domains.ts';

interface Props {
  root: string;
  domain: Domain;
  onClose: () => void;
}

/** Says what releasing a domain means, and releases it. */
export function ReleaseDomain({ root, domain: { name, state }, onClose }: Props) {
  const client = useQueryClient();
  const releasing = useMutation({
    mutationFn: () => releaseDomain(root, name),
    onSuccess: () => {
      toast(`${name} released`);
      onClose();
      void client.invalidateQueries({ queryKey: domainsQuery(root).queryKey });
    },
  });
  return (
    <AlertDialog
      isOpen
      title={`Release ${name}?`}
      confirmLabel="Release domain"
      variant="danger"
      onClose={onClose}
      onConfirm={() => releasing.mutate()}
      isPending={releasing.isPending}
    >
      <div className="flex flex-col gap-4">
        <p>
          {state === 'VERIFIED'
            ? 'From now on any identity provider can vouch for its addresses, and another organization can verify it.'
            : 'If you claim it again, it gets another record.'}
        </p>
        {releasing.error && (
          <ErrorPanel title="The domain was not released" {...problemOf(releasing.error)} />
        )}
      </div>
    </AlertDialog>
  );
}
