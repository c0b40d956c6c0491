'use client';

import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { type IdentityKey, identityKeys } from '#lib/client/resources/resources.ts';

export interface DeleteKeyProps {
  resource: IdentityKey | null;
  onClose: () => void;
}

/** Says what deleting a key ends, and deletes it. */
export function DeleteKey({ resource: identityKey, onClose }: DeleteKeyProps) {
  return (
    <DeleteResource
      resource={identityKey}
      noun="key"
      verb="Delete"
      done="deleted"
      of={identityKeys}
      undone={false}
      onClose={onClose}
    >
      <p>
        Programs that use it, or a token exchanged for it, are refused from the next request on.
      </p>
      {identityKey && (
        <p>
          {identityKey.lastUsedTime === undefined ? (
            <span>It was never used.</span>
          ) : (
            <span>
              It was last used <RelativeTime value={identityKey.lastUsedTime} />
              {identityKey.lastUsedNetwork ? ` from ${identityKey.lastUsedNetwork}.` : '.'}
            </span>
          )}
        </p>
      )}
    </DeleteResource>
  );
}
