'use client';

import type { OperationProps } from '#app/(console)/api-reference/operation-props.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ResponsePanel } from '#app/(console)/api-reference/response-panel.tsx';
import { BodyFields } from '#app/(console)/api-reference/body-fields.tsx';
import { Commands } from '#app/(console)/api-reference/commands.tsx';
import { ParameterField } from '#app/(console)/api-reference/parameter-field.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { DOCUMENTS } from '#lib/client/api-reference/document.ts';
import { type Entered, missingOf, requestOf } from '#lib/client/api-reference/request.ts';
import { sendRequest } from '#lib/client/api-reference/send.ts';

/** The parameters to fill in, the same call for a shell, and the response. */
export function TryIt({ document, operation }: OperationProps) {
  const { method, parameters, body } = operation;
  const [entered, setEntered] = useState<Entered>({
    values: {},
    body: body?.kind === 'json' ? body.example : '',
    file: null,
  });
  const change = (next: Partial<Entered>) => setEntered((before) => ({ ...before, ...next }));
  const { data: caller } = useQuery(currentCaller());
  const sending = useSending(method);
  const missing = missingOf(operation, entered);
  const send = () => sending.mutate({ ...requestOf(operation, entered), content: entered.file });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // Enter in a field submits a read. A change needs a press on the button.
    if (method === 'GET' && missing === null && !sending.isPending) send();
  };
  return (
    <>
      <form aria-label="Request" onSubmit={onSubmit} className="flex flex-col gap-6">
        {parameters.length > 0 && (
          <section aria-labelledby="parameters" className="flex flex-col gap-3">
            <h3 id="parameters" className="text-base font-semibold">
              Parameters
            </h3>
            <div className="grid items-start gap-x-6 gap-y-4 @2xl:grid-cols-2">
              {parameters.map((parameter) => (
                <ParameterField
                  key={parameter.name}
                  parameter={parameter}
                  value={entered.values[parameter.name] ?? ''}
                  onChange={(value) =>
                    change({ values: { ...entered.values, [parameter.name]: value } })
                  }
                />
              ))}
            </div>
          </section>
        )}
        {body && <BodyFields document={document} body={body} entered={entered} onChange={change} />}
        <Commands operation={operation} entered={entered} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type={method === 'GET' ? 'submit' : 'button'}
            variant={method === 'DELETE' ? 'danger' : 'primary'}
            onPress={method === 'GET' ? undefined : send}
            disabledReason={missing}
            isPending={sending.isPending}
          >
            Send {method}
          </Button>
          {missing && <span className="text-sm text-ink-2">{missing}.</span>}
          {!missing && caller && (
            <span className="text-sm text-ink-2">
              Sends a real request as {caller.principal.email ?? caller.principal.name ?? 'you'}.
            </span>
          )}
        </div>
      </form>
      {sending.error && (
        <ErrorPanel title="The request could not be sent" {...problemOf(sending.error)} />
      )}
      {sending.data && <ResponsePanel answer={sending.data} />}
    </>
  );
}

type Sent = ReturnType<typeof requestOf> & { content: File | null };

/** Sends the request and refetches everything in the console that it may have changed. */
function useSending(method: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ content, ...request }: Sent) => sendRequest(request, content),
    onSuccess: ({ status }) => {
      if (method === 'GET' || status >= 400) return;
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DOCUMENTS });
    },
  });
}
