'use client';

import { Check, Terminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { curlOf, type ShellRequest } from '#lib/client/curl.ts';

const TICK_MS = 1600;

/** Copies what saving would send, as a command for a shell. */
export function CopyCurl({ request }: { request: () => ShellRequest }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    const command = curlOf(window.location.origin, request());
    void navigator.clipboard.writeText(command).then(() => setCopied(true));
  };
  return (
    <Button
      variant="ghost"
      icon={isCopied ? Check : Terminal}
      onPress={copy}
      className="mr-auto -ml-2"
    >
      {isCopied ? 'Copied' : 'Copy as curl'}
    </Button>
  );
}
