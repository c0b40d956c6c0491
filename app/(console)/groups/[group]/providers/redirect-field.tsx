'use client';

import { CopyButton } from '#components/ui/buttons/copy-button.tsx';

/** The redirect URI to register at the provider, with a copy button. */
export function RedirectField({ address }: { address: string }) {
  return (
    <section aria-labelledby="redirect-title" className="flex flex-col gap-1">
      <h3 id="redirect-title" className="text-sm font-medium">
        Redirect address
      </h3>
      <p className="text-sm text-ink-2">
        Register exactly this address at the provider. People return to it after signing in.
      </p>
      <div className="flex items-start gap-2 pt-1">
        <code className="min-w-0 flex-1 rounded border border-line bg-paper-2 px-2.5 py-1.5 font-mono text-sm break-all">
          {address}
        </code>
        <CopyButton text={() => address}>
          Copy
          <span className="sr-only"> redirect address</span>
        </CopyButton>
      </div>
    </section>
  );
}
