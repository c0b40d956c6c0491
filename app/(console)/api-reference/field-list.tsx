'use client';

import { useState } from 'react';
import { PlainWords } from '#app/(console)/api-reference/plain-words.tsx';
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import { fieldsOf, type SchemaField } from '#lib/client/api-reference/schema.ts';

export interface FieldListProps {
  document: ApiDocument;
  fields: readonly SchemaField[];
  /**
   * True for a request body, where fields are required; false for a response, where some are always
   * present.
   */
  isBody?: boolean;
  label: string;
}

/** The fields of an object, each with its type and description. */
export function FieldList({ document, fields, isBody = false, label }: FieldListProps) {
  if (fields.length === 0) return <p className="text-ink-2">No fields.</p>;
  return (
    <ul aria-label={label} className="border-t border-line">
      {fields.map((field) => (
        <li key={field.name} className="flex flex-col border-b border-line py-1.5 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-medium">{field.name}</code>
            <span className="font-mono text-xs text-ink-3">{field.type}</span>
            {field.isRequired && isBody && (
              <span className="text-xs font-medium text-warn">required</span>
            )}
            {field.isRequired && !isBody && <span className="text-xs text-ink-3">always</span>}
          </p>
          {field.description && (
            <p className="text-ink-2">
              <PlainWords>{field.description}</PlainWords>
            </p>
          )}
          {field.choices.length > 0 && (
            <p className="text-ink-2">
              One of <span className="font-mono text-xs">{field.choices.join(', ')}</span>.
            </p>
          )}
          <Inner document={document} field={field} isBody={isBody} />
        </li>
      ))}
    </ul>
  );
}

interface InnerProps {
  document: ApiDocument;
  field: SchemaField;
  isBody: boolean;
}

/* Rendered only when opened: a schema may contain itself. */
function Inner({ document, field: { name, inner }, isBody }: InnerProps) {
  const [isOpen, setOpen] = useState(false);
  if (inner === null) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer rounded-sm py-1 text-ink-2 hover:text-ink">
        Fields of {name}
      </summary>
      {isOpen && (
        <div className="mt-1 border-l border-line pl-3">
          <FieldList
            document={document}
            fields={fieldsOf(document, inner, isBody)}
            isBody={isBody}
            label={`Fields of ${name}`}
          />
        </div>
      )}
    </details>
  );
}
