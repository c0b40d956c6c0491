import type { ReactNode } from 'react';
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import type { OperationGroup } from '#lib/client/api-reference/operations.ts';
import type { ApiVersion } from '#lib/client/paths.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';

interface OverviewProps {
  document: ApiDocument;
  groups: readonly OperationGroup[];
  version: ApiVersion;
}

/** The rules of all operations; shown until one is chosen. */
export function Overview(props: OverviewProps) {
  const isV1 = props.version === 'v1';
  const [server] = props.document.servers;
  return (
    <article className="flex max-w-200 flex-col gap-6">
      <p className="text-ink-2">
        {props.document.info.description} Choose an operation to see its parameters, to run it as
        yourself, or to copy it as a shell command.
      </p>
      <dl className="border-t border-line">
        <Fact name="Address">
          {server && <CopyText value={server.url} label="address" isWhole />}
        </Fact>
        <Fact name="Authentication">
          Send the header <Code>Authorization: Bearer TOKEN</Code>
          {!isV1 && (
            <span>
              ; over gRPC the metadata <Code>authorization</Code>
            </span>
          )}
          <span>. This console uses your session.</span>
        </Fact>
        <Fact name="Errors">
          {isV1
            ? 'Errors are JSON with a code and a message.'
            : 'Errors are JSON with a code, a message and details that name the field.'}{' '}
          The log has the same <Code>X-Request-Id</Code> as the response.
        </Fact>
        <Fact name="Concurrent changes">
          Each response has an <Code>ETag</Code>. Send it in <Code>If-Match</Code>, and the server
          refuses your change if someone else changed the resource first.
        </Fact>
      </dl>
      <section aria-labelledby="resources" className="flex flex-col gap-2">
        <h2 id="resources" className="text-base font-semibold">
          Resources
        </h2>
        <dl className="border-t border-line">
          {props.groups.map(({ name, description }) => (
            <Fact key={name} name={name}>
              {description}
            </Fact>
          ))}
        </dl>
      </section>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="font-medium">{name}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-sm text-ink">{children}</code>;
}
