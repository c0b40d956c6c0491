'use client';

import { Terminal } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { grpcurlOf } from '#lib/client/api-reference/grpc.ts';
import type { Operation } from '#lib/client/api-reference/operations.ts';
import { bodyProblem, type Entered, requestOf } from '#lib/client/api-reference/request.ts';
import { curlOf } from '#lib/client/curl.ts';
import { CodeBox } from '#components/ui/text/code-box.tsx';

type Kind = 'curl' | 'grpc';

const KINDS: readonly { id: Kind; label: string }[] = [
  { id: 'curl', label: 'curl' },
  { id: 'grpc', label: 'gRPC' },
];

/** The filled-in request as shell commands. */
export function Commands({ operation, entered }: { operation: Operation; entered: Entered }) {
  const [kind, setKind] = useState<Kind>('curl');
  const command = commandOf(kind, operation, entered);
  return (
    <section aria-labelledby="commands" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="commands" className="text-base font-semibold">
          Run it in a shell
        </h3>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented label="Command" options={KINDS} value={kind} onChange={setKind} />
          {command.text !== null && (
            <CopyButton size="sm" icon={Terminal} text={() => command.text}>
              {kind === 'curl' ? 'Copy as curl' : 'Copy as gRPC'}
            </CopyButton>
          )}
        </div>
      </div>
      {command.text === null ? (
        <p className="text-ink-2">{command.why}</p>
      ) : (
        <CodeBox aria-labelledby="commands" isWrapped>
          {command.text}
        </CodeBox>
      )}
    </section>
  );
}

type Command = { text: string } | { text: null; why: string };

function commandOf(kind: Kind, operation: Operation, entered: Entered): Command {
  const { grpc, body } = operation;
  if (kind === 'grpc' && grpc === undefined) {
    return { text: null, why: 'This operation exists over REST only.' };
  }
  if (body?.kind === 'json' && bodyProblem(entered.body) !== null) {
    return { text: null, why: 'Correct the body first.' };
  }
  const { origin } = window.location;
  const text =
    kind === 'grpc' && grpc !== undefined
      ? grpcurlOf(origin, { ...operation, grpc }, entered)
      : curlOf(origin, requestOf(operation, entered));
  return { text };
}
