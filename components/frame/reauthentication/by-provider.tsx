'use client';

import { useSamePerson } from '#components/frame/reauthentication/use-same-person.ts';
import { useSignInWindow } from '#components/frame/reauthentication/use-sign-in-window.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import type { Caller } from '#lib/client/session/caller.ts';
import { readAuthentication } from '#lib/client/session/reauthentication.ts';
import { signInAgainThrough } from '#lib/client/session/session.ts';

interface Props {
  /** The person for whom the page was loaded. */
  person: Caller | undefined;
  provider: { id: string; name: string };
  onConfirmed: () => void;
  onClose: () => void;
}

const STALE = (name: string) =>
  `${name} did not ask you to sign in. Sign out there, or sign out here and sign in again.`;

/** Confirms by signing in again at the provider, in a window of its own. */
export function ByProvider({ person, provider, onConfirmed, onClose }: Props) {
  const { compare, close } = useSamePerson(person, onClose);
  const { problem, open } = useSignInWindow(async (isBack) => {
    const { recent } = await readAuthentication();
    if (!recent) return isBack ? { problem: STALE(provider.name) } : 'not yet';
    const problem = await compare();
    if (problem !== null) return { problem };
    onConfirmed();
    return 'done';
  });
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel={`Sign in again with ${provider.name}`}
      offReason={false}
      isPending={false}
      onSubmit={() => open((other) => signInAgainThrough(provider.id, other))}
      onClose={close}
      isDismissable={false}
    >
      <p>
        You signed in more than 10 minutes ago, and this change needs a more recent sign-in. It
        opens in its own window, and this page waits for it.
      </p>
      {problem !== null && <ErrorPanel title="The sign-in was not confirmed" why={problem} />}
    </FormDialog>
  );
}
