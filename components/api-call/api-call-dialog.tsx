'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ShownApiCallProps } from '#components/api-call/shown-api-call.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { grpcurlFor } from '#lib/client/api-reference/call-of.ts';
import { documentQuery } from '#lib/client/api-reference/document.ts';
import { curlOf, type ShellRequest } from '#lib/client/curl.ts';
import { counted } from '#lib/client/counted.ts';
import { CodeBox } from '#components/ui/text/code-box.tsx';

type Form = 'curl' | 'grpcurl' | 'json';

const FORMS: readonly { id: Form; label: string }[] = [
  { id: 'curl', label: 'curl' },
  { id: 'grpcurl', label: 'grpcurl' },
  { id: 'json', label: 'JSON' },
];

/** The requests of an action, as commands or as their bodies. */
export default function ApiCallDialog({ problem, ...props }: ShownApiCallProps) {
  return problem === undefined ? (
    <Calls {...props} />
  ) : (
    <Dialog isOpen title="API call" onClose={props.onClose}>
      <ErrorPanel
        title="These values cannot be sent"
        why={Object.values(problem.violations).join('; ') || problem.message}
      />
    </Dialog>
  );
}

function Calls({ requests, onClose }: ShownApiCallProps) {
  const [form, setForm] = useState<Form>('curl');
  const hasBody = requests.some(({ body }) => body !== undefined);
  const [only] = requests.length === 1 ? requests : [];
  return (
    <Dialog
      isOpen
      size="lg"
      title={only ? 'API call' : counted(requests.length, ['API call', 'API calls'])}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pt-2">
        {only && <Summary request={only} />}
        <Segmented
          label="Show as"
          options={hasBody ? FORMS : FORMS.filter(({ id }) => id !== 'json')}
          value={form}
          onChange={setForm}
          className="self-start"
        />
        {form === 'grpcurl' ? (
          <Grpcurl requests={requests} />
        ) : (
          <Text
            label={form === 'curl' ? 'Copy as curl' : 'Copy JSON'}
            text={form === 'curl' ? curlsOf(requests) : bodiesOf(requests)}
          />
        )}
      </div>
    </Dialog>
  );
}

const curlsOf = (requests: readonly ShellRequest[]) =>
  requests.map((request) => curlOf(window.location.origin, request)).join('\n');

const bodiesOf = (requests: readonly ShellRequest[]) =>
  requests.map(({ body }) => JSON.stringify(body, null, 2)).join('\n');

/** The method, the address, and for an update the fields that it changes. */
function Summary({ request }: { request: ShellRequest }) {
  const { pathname, searchParams } = new URL(request.path, window.location.origin);
  const mask = searchParams.get('updateMask');
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <dt className="text-ink-2">{request.method}</dt>
      <dd className="font-mono text-sm leading-5 wrap-anywhere">{pathname}</dd>
      {mask !== null && (
        <>
          <dt className="text-ink-2">Field mask</dt>
          <dd className="wrap-anywhere">
            {mask === '' ? (
              'Nothing has changed yet'
            ) : (
              <span className="font-mono text-sm">{mask.replaceAll(',', ', ')}</span>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}

function Grpcurl({ requests }: { requests: readonly ShellRequest[] }) {
  const document = useQuery(documentQuery('v2beta1'));
  if (document.data) {
    const text = grpcurlFor(document.data, window.location.origin, requests);
    return text === null ? (
      <Note>This exists over REST only.</Note>
    ) : (
      <Text label="Copy as grpcurl" text={text} />
    );
  }
  if (document.isError) {
    return <QueryProblem title="The definitions could not be loaded" query={document} />;
  }
  return <Skeleton className="h-24 w-full" />;
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-ink-2">{children}</p>;

function Text({ label, text }: { label: string; text: string }) {
  return (
    <>
      <CodeBox
        aria-label={label.replace('Copy as ', '').replace('Copy ', '')}
        isWrapped
        className="max-h-80"
      >
        {text}
      </CodeBox>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Note>
          {text.includes('$GROVE_TOKEN') && 'Put an access token into the variable GROVE_TOKEN.'}
        </Note>
        <CopyButton key={label} variant="primary" text={() => text} className="ml-auto">
          {label}
        </CopyButton>
      </div>
    </>
  );
}
