'use client';

import { useId } from 'react';
import { FieldList } from '#app/(console)/api-reference/field-list.tsx';
import { buttonClass } from '#components/ui/buttons/button-style.ts';
import { FieldHelp, FieldLabel } from '#components/ui/fields/field.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import type { Operation } from '#lib/client/api-reference/operations.ts';
import { bodyProblem, type Entered } from '#lib/client/api-reference/request.ts';
import { fieldsOf } from '#lib/client/api-reference/schema.ts';

export interface BodyFieldsProps {
  document: ApiDocument;
  body: NonNullable<Operation['body']>;
  entered: Entered;
  onChange: (next: Partial<Entered>) => void;
}

/** The request body: its fields, and an example to start from. */
export function BodyFields({ document, body, entered, onChange }: BodyFieldsProps) {
  return (
    <section aria-labelledby="body" className="flex flex-col gap-3">
      <h3 id="body" className="text-base font-semibold">
        Body
      </h3>
      {body.kind === 'file' ? (
        <FileField file={entered.file} onChange={(file) => onChange({ file })} />
      ) : (
        <div className="grid items-start gap-x-6 gap-y-4 @2xl:grid-cols-2">
          <TextArea
            label="JSON"
            mono
            rows={Math.min(Math.max(entered.body.split('\n').length + 1, 6), 24)}
            spellCheck={false}
            value={entered.body}
            onChange={(text) => onChange({ body: text })}
            errorMessage={bodyProblem(entered.body)}
            isRequired
          />
          <FieldList
            document={document}
            fields={fieldsOf(document, body.schema, true)}
            isBody
            label="Fields of the body"
          />
        </div>
      )}
    </section>
  );
}

function FileField(props: { file: File | null; onChange: (file: File | null) => void }) {
  const id = useId();
  const text = { id, label: 'File', description: 'Sent unchanged.' };
  return (
    <div className="flex flex-col items-start gap-1">
      <FieldLabel {...text} />
      <input
        id={id}
        type="file"
        aria-required
        aria-describedby={`${id}-help`}
        onChange={(event) => props.onChange(event.target.files?.[0] ?? null)}
        className={buttonClass('secondary', 'md', { className: 'max-w-full' })}
      />
      <FieldHelp {...text} />
    </div>
  );
}
