'use client';

import { Braces, Check, Terminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

export interface ResourceJsonProps {
  /** As the API gave it; undefined while it loads. */
  resource: object | undefined;
  /** Its address in the API. */
  path: string;
}

const TICK_MS = 1600;

/** The resource as the API tells it, to copy, and the request that tells it. */
export function ResourceJson({ resource, path }: ResourceJsonProps) {
  const json = JSON.stringify(resource, null, 2);
  const curl = () =>
    `curl -H "Authorization: Bearer $GROVE_TOKEN" ${window.location.origin}${path}`;
  return (
    <section aria-labelledby="json-title" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="json-title" className="text-base font-semibold">
          JSON
        </h2>
        <div className="flex gap-2">
          <CopyButton icon={Braces} text={() => json}>
            Copy JSON
          </CopyButton>
          <CopyButton icon={Terminal} text={curl}>
            Copy as curl
          </CopyButton>
        </div>
      </div>
      {resource ? (
        <pre
          tabIndex={0}
          aria-labelledby="json-title"
          className="overflow-x-auto rounded border border-line bg-paper-2 p-3 font-mono text-sm"
        >
          <code>{json}</code>
        </pre>
      ) : (
        <Skeleton className="h-51 w-full" />
      )}
    </section>
  );
}

function CopyButton(props: { icon: typeof Braces; text: () => string; children: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void navigator.clipboard.writeText(props.text()).then(() => setCopied(true));
  };
  return (
    <Button size="sm" icon={isCopied ? Check : props.icon} onPress={copy}>
      {props.children}
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </Button>
  );
}
