'use client';

import type { OperationProps } from '#app/(console)/api-reference/operation-props.ts';
import { MethodName } from '#app/(console)/api-reference/method-name.tsx';
import { PlainWords } from '#app/(console)/api-reference/plain-words.tsx';
import { Responses } from '#app/(console)/api-reference/responses.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { apiReferencePath, type ApiVersion } from '#lib/client/paths.ts';
import { TryIt } from '#app/(console)/api-reference/try-it.tsx';

/** One operation: its description, its parameters, a form to run it, and its responses. */
export function OperationView(props: OperationProps & { version: ApiVersion }) {
  const { document, operation, version } = props;
  const { id, method, path, description, isDeprecated } = operation;
  return (
    <article aria-labelledby="operation" className="@container flex max-w-240 flex-col gap-8">
      <header className="flex flex-col gap-1">
        <h2 id="operation" className="text-lg font-semibold">
          {id} {isDeprecated && <Badge tone="warn">Deprecated</Badge>}
        </h2>
        <p className="font-mono text-sm">
          <MethodName method={method} /> {path}
        </p>
        <p className="max-w-180 text-ink-2">
          <PlainWords>{description}</PlainWords>
        </p>
        {version === 'v1' && (
          <p>
            <Link href={apiReferencePath(id)}>The same in v2beta1</Link>
          </p>
        )}
      </header>
      <TryIt document={document} operation={operation} />
      <Responses document={document} responses={operation.responses} />
    </article>
  );
}
