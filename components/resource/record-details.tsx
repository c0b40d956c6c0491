import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { ResourceJson } from '#components/resource/resource-json.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { ExactTime } from '#components/ui/text/exact-time.tsx';

export interface RecordDetailsProps {
  uid: string;
  /** The API's response; undefined while it loads. */
  resource: { createTime?: string; updateTime?: string } | undefined;
  /** The path of the resource in the API. */
  path: string;
  /** Further facts that few people need. */
  children?: ReactNode;
}

/** The folded end of a resource's page: uid, times and JSON. */
export function RecordDetails({ uid, resource, path, children }: RecordDetailsProps) {
  const { createTime, updateTime } = resource ?? {};
  return (
    <div className="relative border-t border-line pt-3">
      <div className="absolute top-3 right-0">
        <ApiCall variant="ghost" size="sm" requests={() => [{ method: 'GET', path }]} />
      </div>
      <details className="group/details">
        <summary className="flex min-h-7 w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm text-ink-2 hover:text-ink pointer-coarse:min-h-10">
          <ChevronRight
            aria-hidden
            size={16}
            className="transition-transform duration-120 group-open/details:rotate-90"
          />
          Uid, times and JSON
        </summary>
        <div className="flex flex-col gap-6 pt-2">
          <Facts>
            {children}
            <Fact label="Uid">
              <CopyText value={uid} label="uid" isWhole />
            </Fact>
            {createTime !== undefined && (
              <Fact label="Created">
                <ExactTime value={createTime} />
              </Fact>
            )}
            {updateTime !== undefined && (
              <Fact label="Updated">
                <ExactTime value={updateTime} />
              </Fact>
            )}
          </Facts>
          <ResourceJson resource={resource} />
        </div>
      </details>
    </div>
  );
}
