'use client';

import { Terminal } from 'lucide-react';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { curlOf, type ShellRequest } from '#lib/client/curl.ts';

/** Copies the request that saving would send, as a shell command. */
export function CopyCurl({ request }: { request: () => ShellRequest }) {
  return (
    <CopyButton
      variant="ghost"
      icon={Terminal}
      text={() => curlOf(window.location.origin, request())}
      className="mr-auto -ml-2"
    >
      Copy as curl
    </CopyButton>
  );
}
