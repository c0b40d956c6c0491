'use client';

import { Braces } from 'lucide-react';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';

export interface ResourceJsonProps {
  /** The API's response; undefined while it loads. */
  resource: object | undefined;
  /** Its address in the API. */
  path: string;
}

/** The resource as JSON, to copy, and the request that returns it. */
export function ResourceJson({ resource, path }: ResourceJsonProps) {
  const json = JSON.stringify(resource, null, 2);
  return (
    <section aria-labelledby="json-title" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="json-title" className="text-base font-semibold">
          JSON
        </h2>
        <div className="flex gap-2">
          <CopyButton size="sm" icon={Braces} text={() => json}>
            Copy JSON
          </CopyButton>
          <ApiCall size="sm" requests={() => [{ method: 'GET', path }]} />
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
