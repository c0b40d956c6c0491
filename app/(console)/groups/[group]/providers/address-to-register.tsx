'use client';

import { type ReactNode, useId } from 'react';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

interface Props {
  title: string;
  /** What the person has to do with the address. */
  children?: ReactNode;
  /** Undefined until the address is known. */
  address: string | undefined;
}

/** An address of this installation to register at a provider, with a copy button. */
function AddressToRegister({ title, children, address }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h2 id={id} className="text-sm font-medium">
        {title}
      </h2>
      <p className="text-sm text-ink-2">{children}</p>
      <div className="flex items-start gap-2 pt-1">
        <code className="min-w-0 flex-1 rounded border border-line bg-paper-2 px-2.5 py-1.5 font-mono text-sm break-all">
          {address ?? <Skeleton className="my-1 h-10 w-full" />}
        </code>
        <CopyButton text={() => address ?? ''} disabledReason={!address && 'Not known yet'}>
          Copy
          <span className="sr-only"> {title.toLowerCase()}</span>
        </CopyButton>
      </div>
    </section>
  );
}

/** The redirect address; the children explain it further. */
export function RedirectAddress({ address, children }: Pick<Props, 'address' | 'children'>) {
  return (
    <AddressToRegister title="Redirect address" address={address}>
      Register exactly this address at the provider. People return to it after signing in.
      {children}
    </AddressToRegister>
  );
}

/** The logout address, which all providers share. */
export function LogoutAddress({ address }: { address: string }) {
  return (
    <AddressToRegister title="Back-channel logout address" address={address}>
      Optional. If you register it, people who sign out at the provider are signed out here too.
    </AddressToRegister>
  );
}

/** The sign-in address of the organization, which offers its providers. */
export function SignInAddress({ address }: { address: string }) {
  return (
    <AddressToRegister title="Sign-in address" address={address}>
      Give this address to your people. It offers your organization’s identity providers.
    </AddressToRegister>
  );
}
