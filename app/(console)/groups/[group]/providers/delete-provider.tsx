'use client';

import { useQuery } from '@tanstack/react-query';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { parentUid } from '#lib/client/paths.ts';
import {
  identities,
  type IdentityProvider,
  identityProviders,
} from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

export interface DeleteProviderProps {
  /** The provider to delete; null while no dialog is open. */
  resource: IdentityProvider | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says whose sign-in ends, and deletes the provider. */
export function DeleteProvider(props: DeleteProviderProps) {
  return (
    <DeleteResource
      {...props}
      noun="identity provider"
      verb="Delete"
      done="deleted"
      of={identityProviders}
      undone={false}
    >
      {props.resource && <Impact provider={props.resource} />}
    </DeleteResource>
  );
}

function Impact({ provider: { uid, oidc } }: { provider: IdentityProvider }) {
  const people = useQuery(
    identities.list({
      'uidp.children_of': parentUid(uid) ?? '',
      issuer: oidc.issuer,
      page_size: '1',
    }),
  );
  const count = Number(people.data?.totalCount ?? 0);
  return (
    <>
      <p>
        Nobody can sign in through it any more, and its button disappears from the sign-in page.
        Sessions that began there end, and the role bindings of its rules are removed.
      </p>
      {people.isPending ? (
        <Skeleton className="h-5 w-full" />
      ) : (
        count > 0 && (
          <p>
            {counted(count, [
              'identity of its issuer stays in this group and keeps its other roles.',
              'identities of its issuer stay in this group and keep their other roles.',
            ])}
          </p>
        )
      )}
    </>
  );
}
