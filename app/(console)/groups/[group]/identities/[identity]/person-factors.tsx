'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { FactorItem } from '#app/(console)/settings/security/factor-item.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { later } from '#components/ui/later.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { type PersonFactors as Answer, personFactors } from '#lib/client/resources/recovery.ts';
import type { Identity } from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

const RecoverPerson = later(
  () => import('#app/(console)/groups/[group]/identities/[identity]/recover-person.tsx'),
);

interface Props {
  identity: Identity;
  isSelf: boolean;
}

/** The second factors of a person with a password of this installation, and help for lost ones. */
export function PersonFactors({ identity, isSelf }: Props) {
  const { uid, blockedTime } = identity;
  const { data, error, isPending } = useQuery(personFactors(uid));
  const [task, setTask] = useState<'factors' | 'password' | null>(null);
  const isWithout = data?.authenticatorApps.length === 0 && data.passkeys.length === 0;
  const offReason =
    (isSelf && 'This is you. Use your own settings') ||
    (blockedTime !== undefined && 'Unblock the identity first') ||
    (data?.mayRecover === false &&
      'You need everything that this person may do, wherever they may do it');
  return (
    <section aria-labelledby="person-factors" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id="person-factors" className="text-base font-semibold">
          Password and second factors
        </h2>
        {data && (
          <div className="flex flex-wrap gap-2">
            <Button disabledReason={offReason} onPress={() => setTask('password')}>
              Reset password…
            </Button>
            {!isWithout && (
              <Button disabledReason={offReason} onPress={() => setTask('factors')}>
                Remove second factors…
              </Button>
            )}
          </div>
        )}
      </div>
      {isPending && <Skeleton className="h-11 w-full" />}
      {error && (
        <p className="text-ink-2">
          {error instanceof ApiRequestError && error.httpStatus === 403
            ? 'To see the second factors you need the capability role_bindings.delete wherever this person has a role.'
            : 'The second factors could not be loaded.'}
        </p>
      )}
      {data && <Factors factors={data} />}
      {task && <RecoverPerson identity={identity} task={task} onClose={() => setTask(null)} />}
    </section>
  );
}

function Factors({ factors }: { factors: Answer }) {
  const { authenticatorApps, passkeys, recoveryCodesLeft } = factors;
  if (authenticatorApps.length + passkeys.length === 0) {
    return <p className="text-ink-2">No second factor. The password alone signs them in.</p>;
  }
  return (
    <>
      <ul aria-label="Second factors" className="border-t border-line">
        {passkeys.map((factor) => (
          <FactorItem key={factor.uid} factor={factor} icon={KeyRound} />
        ))}
        {authenticatorApps.map((factor) => (
          <FactorItem key={factor.uid} factor={factor} icon={Smartphone} />
        ))}
      </ul>
      <p className="text-sm text-ink-2">
        {counted(recoveryCodesLeft, ['recovery code is left.', 'recovery codes are left.'])}
      </p>
    </>
  );
}
