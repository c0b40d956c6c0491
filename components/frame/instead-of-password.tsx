'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LogIn } from 'lucide-react';
import { useState } from 'react';
import { useSignInWindow } from '#components/frame/reauthentication/use-sign-in-window.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { call } from '#lib/client/api.ts';
import { type Caller, currentCaller, personOf } from '#lib/client/session/caller.ts';
import { askPasskey, canUsePasskeys, deviceProblem } from '#lib/client/session/passkeys.ts';
import { providersOf } from '#lib/client/session/providers.ts';
import { authentication, reauthenticate } from '#lib/client/session/reauthentication.ts';
import { signInAgainThrough } from '#lib/client/session/session.ts';

/** Offers the ways to sign in that these organizations accept instead of a password. */
export function InsteadOfPassword({ roots }: { roots: readonly string[] }) {
  const client = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  const { data: providers = [] } = useQuery(providersOf(roots));
  const { data: ways } = useQuery(authentication());
  const { problem, open } = useSignInWindow(async (isBack) => {
    const before = client.getQueryData(currentCaller().queryKey);
    const now = await call<Caller>('/auth/v1/me', { asksNobody: true });
    if (personOf(now) === personOf(before)) {
      return isBack ? { problem: 'You are still signed in with your password.' } : 'not yet';
    }
    const { name, email } = now.principal;
    setDone(`You are now signed in as ${name || email || 'the person of the provider'}.`);
    await client.invalidateQueries();
    return 'done';
  });
  const byPasskey = useMutation({
    mutationFn: async () => reauthenticate({ credential: await askPasskey('reauthenticate') }),
    onSuccess: async () => {
      setDone('You have used your passkey.');
      await client.invalidateQueries();
    },
  });
  const ofPasskey =
    byPasskey.error && (deviceProblem(byPasskey.error) ?? 'The passkey was not accepted.');
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="sm"
          icon={LogIn}
          className="max-w-full"
          onPress={() => open((other) => signInAgainThrough(id, other))}
        >
          <span className="truncate">{`Sign in with ${name}`}</span>
        </Button>
      ))}
      {ways?.passkey === true && canUsePasskeys() && (
        <Button
          size="sm"
          icon={KeyRound}
          isPending={byPasskey.isPending}
          onPress={() => byPasskey.mutate()}
        >
          Use a passkey
        </Button>
      )}
      <p role="status">{done !== null && `${done} Repeat your last step.`}</p>
      {done === null && (problem ?? ofPasskey) && <p role="alert">{problem ?? ofPasskey}</p>}
    </>
  );
}
