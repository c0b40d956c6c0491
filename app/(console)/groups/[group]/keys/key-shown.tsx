'use client';

import { ShownOnce } from '#app/(console)/groups/[group]/_shared/shown-once.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { IdentityKey } from '#lib/client/resources/resources.ts';

interface KeyShownProps {
  /** The response of the create, the only one that contains the key. */
  identityKey: IdentityKey;
  closeHref: string;
}

/** Shows a new key, this once. */
export function KeyShown({ identityKey, closeHref }: KeyShownProps) {
  const { key = '', identity, expirationTime } = identityKey;
  return (
    <ShownOnce
      title="Key created"
      noun="key"
      text={key}
      closeHref={closeHref}
      lost="Without it you must delete this key and create another one."
    >
      <p className="text-ink-2">
        A program that sends it as <code className="font-mono text-sm">Authorization: Bearer</code>{' '}
        acts as {identity.name}. It ends <RelativeTime value={expirationTime} />. Keep it where the
        program keeps its secrets, and nowhere else.
      </p>
    </ShownOnce>
  );
}
