'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { violationText } from '#components/resource-form/violation-text.ts';
import { changedMask, valueAt, withValueAt } from '#lib/client/resources/changed-mask.ts';

/** What the server has, with the ETag it had then; null for what does not exist yet. */
export interface Read<T> {
  values: T;
  etag: string | null;
}

interface State<T> {
  read: Read<T>;
  values: T;
}

export interface FormValuesModel<T extends object> {
  read: Read<T>;
  values: T;
  mask: string[];
  set: (path: string, value: unknown) => void;
  /** Goes on from what the server has now, with these values. */
  settle: (theirs: Read<T>, values: T) => void;
}

/** What is typed, against what was read. A newer answer is taken over only while nothing is typed. */
export function useFormValues<T extends object>(read: Read<T>): FormValuesModel<T> {
  const [state, setState] = useState<State<T>>({ read, values: read.values });
  const mask = changedMask(state.read.values, state.values);
  if (mask.length === 0 && read.etag !== state.read.etag) {
    setState({ read, values: read.values });
  }
  return {
    ...state,
    mask,
    set: (path, value) =>
      setState((current) => ({ ...current, values: withValueAt(current.values, path, value) })),
    settle: (theirs, values) => setState({ read: theirs, values }),
  };
}

export interface TextBinding {
  name: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
  description: ReactNode;
}

/** Ties controls to paths of the values, with what the server says is wrong there. */
export interface FieldBinder {
  text: (path: string, options?: { description?: ReactNode }) => TextBinding;
  /** For controls of anything but a text. */
  value: (path: string) => unknown;
  /** Undefined removes what is there. */
  set: (path: string, value: unknown) => void;
  /** What the server says is wrong there, as a sentence. */
  violation: (path: string) => string | undefined;
}

export function fieldBinder<T extends object>(
  form: FormValuesModel<T>,
  violations: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): FieldBinder {
  const violation = (path: string) =>
    violations[path] && violationText(labels[path] ?? path, violations[path]);
  return {
    value: (path) => valueAt(form.values, path),
    set: form.set,
    violation,
    text: (path, { description } = {}) => ({
      name: path,
      value: String(valueAt(form.values, path) ?? ''),
      onChange: (value) => form.set(path, value),
      errorMessage: violation(path),
      description,
    }),
  };
}
