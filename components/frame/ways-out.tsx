'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InsteadOfPassword } from '#components/frame/instead-of-password.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { confirmIdentity } from '#lib/client/api.ts';
import type { Unmet } from '#lib/client/unmet.ts';
import type { UnmetType } from '#lib/resources/policy.ts';

/** The remedy for each unmet condition of a policy. */
const WAYS_OUT: Readonly<Record<UnmetType, (props: { roots: string[] }) => ReactNode>> = {
  NETWORK_NOT_ALLOWED: OtherNetwork,
  PASSWORD_NOT_ALLOWED: InsteadOfPassword,
  SESSION_TOO_OLD: NewSignIn,
  SECOND_FACTOR_REQUIRED: SecondFactor,
  PASSKEY_REQUIRED: Passkey,
};

/** How to meet the policy of an organization. Typed input stays on the page. */
export default function WaysOut({ unmet }: { unmet: readonly Unmet[] }) {
  return (
    <div className="flex flex-col items-start gap-2">
      {[...new Set(unmet.map(({ type }) => type))].map((type) => {
        const WayOut = WAYS_OUT[type];
        const roots = unmet.filter((one) => one.type === type).map(({ groupUid }) => groupUid);
        return <WayOut key={type} roots={[...new Set(roots)]} />;
      })}
    </div>
  );
}

function OtherNetwork() {
  return <p>Use a network of the organization, or ask one of its owners to allow this one.</p>;
}

function NewSignIn() {
  const client = useQueryClient();
  const ask = async () => {
    if (await confirmIdentity()) await client.invalidateQueries();
  };
  return (
    <Button size="sm" onPress={() => void ask()}>
      Confirm that it is you
    </Button>
  );
}

function Passkey() {
  return (
    <>
      <p>
        <Link href="/settings/security" target="_blank" rel="noopener">
          Add a passkey
        </Link>
        , then come back to this page. If you have one already, confirm with it that it is you, or
        sign in with it.
      </p>
      <NewSignIn />
    </>
  );
}

function SecondFactor() {
  return (
    <p>
      <Link href="/settings/security" target="_blank" rel="noopener">
        Set up a second factor
      </Link>
      , then come back to this page. If you have one already, sign out, and sign in with it.
    </p>
  );
}
