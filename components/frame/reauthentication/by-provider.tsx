'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useProviderWindow } from '#components/frame/reauthentication/use-provider-window.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { call } from '#lib/client/api.ts';
import { type Caller, currentCaller, personOf } from '#lib/client/session/caller.ts';
import { readAuthentication } from '#lib/client/session/reauthentication.ts';

interface Props {
  provider: { id: string; name: string };
  onConfirmed: () => void;
  onClose: () => void;
}

const STALE = (name: string) =>
  `${name} did not ask you to sign in. Sign out there, or sign out here and in again.`;

/** Confirms by signing in again at the provider, in a window of its own. */
export function ByProvider({ provider, onConfirmed, onClose }: Props) {
  const client = useQueryClient();
  const { problem, open } = useProviderWindow(async (isBack) => {
    const { recent } = await readAuthentication();
    if (!recent) return isBack ? { problem: STALE(provider.name) } : 'not yet';
    const before = client.getQueryData(currentCaller().queryKey);
    const now = await call<Caller>('/auth/v1/me');
    if (personOf(now) === personOf(before)) {
      onConfirmed();
      return 'done';
    }
    const { name, email } = now.principal;
    const who = name || email || 'somebody else';
    return { problem: `You signed in as ${who}. Sign in as the same person.` };
  });
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel={`Sign in again with ${provider.name}`}
      offReason={false}
      isPending={false}
      onSubmit={() => open(provider.id)}
      onClose={onClose}
      isDismissable={false}
    >
      <p>
        You signed in more than 10 minutes ago, and this change needs a newer sign-in. It opens in a
        window of its own, and what you do here waits for it.
      </p>
      {problem !== null && <ErrorPanel title="It could not be confirmed" why={problem} />}
    </FormDialog>
  );
}
