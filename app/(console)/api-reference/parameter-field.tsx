'use client';

import { PlainWords } from '#app/(console)/api-reference/plain-words.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import type { ParameterObject } from '#lib/client/api-reference/document.ts';
import { choicesOf, typeText } from '#lib/client/api-reference/schema.ts';

export interface ParameterFieldProps {
  parameter: ParameterObject;
  value: string;
  onChange: (value: string) => void;
}

const NOT_SET = { id: '', label: 'Not set' };

/** The input field of a parameter, with its location, type and description. */
export function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const { name, schema, required: isRequired = false } = parameter;
  const description = <About parameter={parameter} />;
  const field = { label: name, description, value, onChange, isRequired };
  if (schema.type === 'array') {
    return <TextArea {...field} mono rows={2} spellCheck={false} autoComplete="off" />;
  }
  const choices = schema.type === 'boolean' ? ['true', 'false'] : choicesOf(schema);
  if (choices.length > 0) {
    const options = choices.map((id) => ({ id, label: id }));
    return <Select {...field} options={[NOT_SET, ...options]} />;
  }
  return <TextField {...field} mono spellCheck={false} autoComplete="off" />;
}

function About({ parameter }: { parameter: ParameterObject }) {
  const { in: place, schema, required, description } = parameter;
  const choices = choicesOf(schema);
  return (
    <>
      <span className="font-mono text-xs text-ink-3">
        {place} · {typeText(schema)}
      </span>
      {required && <span className="pl-2 text-xs font-medium text-warn">required</span>}
      <p>
        <PlainWords>{description ?? ''}</PlainWords>
        {schema.type === 'array' && <span> One per line.</span>}
        {schema.type === 'array' && choices.length > 0 && (
          <span>{` Each is one of ${choices.join(', ')}.`}</span>
        )}
      </p>
    </>
  );
}
