'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
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
    <Question
      title={`Release ${name}?`}
      confirmLabel="Release domain"
      problem="The domain was not released"
      action={releasing}
      onClose={onClose}
    >
      <p>
        {state === 'VERIFIED'
          ? 'From now on any identity provider can vouch for its addresses, and another organization can verify it.'
          : 'If you claim it again, it gets another record.'}
      </p>
    </Question>
  );
}
