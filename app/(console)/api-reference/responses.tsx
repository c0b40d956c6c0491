'use client';

import { useState } from 'react';
import { FieldList } from '#app/(console)/api-reference/field-list.tsx';
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import type { ApiResponse } from '#lib/client/api-reference/operations.ts';
import { fieldsOf } from '#lib/client/api-reference/schema.ts';
import { CodeBox } from '#components/ui/text/code-box.tsx';

export interface ResponsesProps {
  document: ApiDocument;
  responses: readonly ApiResponse[];
}

/** The possible responses: success in full, each error folded. */
export function Responses({ document, responses }: ResponsesProps) {
  return (
    <section aria-labelledby="responses" className="flex flex-col gap-3">
      <h3 id="responses" className="text-base font-semibold">
        Responses
      </h3>
      <ul className="border-t border-line">
        {responses.map((response) => (
          <li key={response.status} className="border-b border-line">
            <Response document={document} response={response} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Response({ document, response }: { document: ApiDocument; response: ApiResponse }) {
  const { status, description } = response;
  const [isOpen, setOpen] = useState(status.startsWith('2'));
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm py-2">
        <span className="pr-2 font-mono font-medium tabular-nums">{status}</span>
        <span className="text-ink-2">{description}</span>
      </summary>
      {isOpen && <Details document={document} response={response} />}
    </details>
  );
}

function Details({ document, response }: { document: ApiDocument; response: ApiResponse }) {
  const { status, headers, schema, isFile, examples } = response;
  return (
    <div className="flex flex-col gap-3 pb-4 pl-4">
      {headers.length > 0 && (
        <dl className="text-sm">
          {headers.map(({ name, description }) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="font-mono">{name}</dt>
              <dd className="text-ink-2">{description}</dd>
            </div>
          ))}
        </dl>
      )}
      {isFile && <p className="text-sm text-ink-2">The body is a file.</p>}
      {schema && examples.length === 0 && (
        <FieldList
          document={document}
          fields={fieldsOf(document, schema)}
          label={`Fields of ${status}`}
        />
      )}
      {examples.map(({ name, text }) => (
        <figure key={name} className="flex flex-col gap-1">
          <figcaption className="font-mono text-sm">{name}</figcaption>
          <CodeBox aria-label={`Example of ${name}`}>{text}</CodeBox>
        </figure>
      ))}
    </div>
  );
}
