'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { violationText } from '#components/resource-form/violation-text.ts';
import type { Violations } from '#lib/client/resources/checks.ts';
import { changedMask, valueAt, withValueAt } from '#lib/client/resources/changed-mask.ts';

/** The stored values with their ETag; null for a resource that does not exist yet. */
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
  /** Continues from the current stored values, with these changes. */
  settle: (theirs: Read<T>, values: T) => void;
}

/**
 * The typed values, compared with the stored ones. Newer stored values replace the typed ones only
 * if nothing was typed.
 *
 * @param proposed the values as if they were typed already.
 */
export function useFormValues<T extends object>(
  read: Read<T>,
  proposed = read.values,
): FormValuesModel<T> {
  const [state, setState] = useState<State<T>>({ read, values: proposed });
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

/** Binds controls to paths of the values, with the server's message for each path. */
export interface FieldBinder {
  text: (path: string, options?: { description?: ReactNode }) => TextBinding;
  /** For controls that hold something other than text. */
  value: (path: string) => unknown;
  /** Undefined removes the value. */
  set: (path: string, value: unknown) => void;
  /** The server's message for this path, as a sentence about its label. */
  violation: (path: string, label?: string) => string | undefined;
}

export function fieldBinder<T extends object>(
  form: FormValuesModel<T>,
  violations: Violations,
  labels: Readonly<Record<string, string>>,
): FieldBinder {
  const violation = (path: string, label = labels[path] ?? path) =>
    violations[path] && violationText(label, violations[path]);
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
