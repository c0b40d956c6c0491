'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ApiCall } from '#components/api-call/api-call.tsx';
import {
  type FieldBinder,
  fieldBinder,
  type Read,
  useFormValues,
} from '#components/resource-form/use-form-values.ts';
import { useChecks } from '#components/resource-form/use-checks.ts';
import { useUnsavedGuard } from '#components/resource-form/use-unsaved-guard.ts';
import { lostReason, useLostGroup } from '#components/frame/use-lost-group.ts';
import { fieldProblemsOf, violationsOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { later } from '#components/ui/later.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { changedMask, pickMask, valueAt } from '#lib/client/resources/changed-mask.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

const FormProblem = later(() => import('#components/resource-form/form-problem.tsx'));
const ChangedMeanwhile = later(async () => ({
  default: (await import('#components/resource-form/form-problem.tsx')).ChangedMeanwhile,
}));
const LeaveDialog = later(() => import('#components/resource-form/leave-dialog.tsx'));
const SettleDialog = later(() => import('#components/resource-form/settle-dialog.tsx'));

export interface FormChange<T> {
  /** Only the changed values. */
  body: Partial<T>;
  updateMask: readonly string[];
  etag: string | null;
}

export interface ResourceFormProps<T extends object, Saved> {
  title: string;
  /** The noun of the texts: "group". */
  noun: string;
  /** The stored values, or the initial values of a new resource. */
  read: Read<T>;
  /** The values that it starts with, if another screen proposes a change. */
  proposed?: T | undefined;
  isNew?: boolean;
  /** Labels of the fields by path, for the summary of problems. */
  labels: Readonly<Record<string, string>>;
  submitLabel: string;
  /** What the texts say that saving does, if it is not "created" or "saved". */
  attempt?: string;
  /** Why saving is not possible: a missing capability. */
  disabledReason?: string | false;
  /** Why these values cannot be saved, as far as the console knows it. */
  refusalOf?: ((values: T) => string | false) | undefined;
  /** The API path of the resource, or of the parent for a new one; to show the API call. */
  apiPath: string;
  /** The request body, if it differs from the values. */
  sent?: (change: FormChange<T>) => { body: object; updateMask: readonly string[] };
  /** The request of an update that is not a PATCH of the resource, to show the API call. */
  request?: (sent: {
    body: object;
    updateMask: readonly string[];
    etag: string | null;
  }) => ShellRequest;
  /** The requests that are sent after the update, to show the API call. */
  following?: (change: FormChange<T>) => readonly ShellRequest[];
  save: (change: FormChange<T>) => Promise<Saved>;
  /**
   * Called after saving; returns the path to open.
   *
   * @param back the change that reverses this one, without an ETag.
   */
  onSaved: (saved: Saved, back: FormChange<T>) => string;
  /** Whether somebody else has deleted the resource. */
  isGone?: boolean;
  /** Reads the resource again after a concurrent change. */
  reload?: () => Promise<Read<T>>;
  /** Names what leaving loses, if it is more than the changes. */
  lost?: string;
  /** The address that closing goes to. */
  closeHref: string;
  children: (field: FieldBinder) => ReactNode;
}

/** The editor of a resource: a sheet with its own address. */
export function ResourceForm<T extends object, Saved>(props: ResourceFormProps<T, Saved>) {
  const router = useRouter();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const form = useFormValues(props.read, props.proposed);
  const [theirs, setTheirs] = useState<Read<T> | null>(null);
  const isDirty = form.mask.length > 0;
  const guard = useUnsavedGuard(isDirty);
  // A form has to say what failed, and to ask, without a network as well.
  useEffect(() => {
    if (isDirty) for (const part of [FormProblem, LeaveDialog]) part.prepare();
  }, [isDirty]);

  const focusField = (path: string) =>
    element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)?.focus();
  const change = (values = form.values): FormChange<T> => {
    const mask = changedMask(form.read.values, values);
    return { body: pickMask(values, mask), updateMask: mask, etag: form.read.etag };
  };
  const checks = useChecks(props.apiPath, form.values, isDirty, (check, values) => {
    try {
      return check(sentOf(props, change(values)).body);
    } catch (error) {
      return violationsOf(error);
    }
  });
  const saving = useMutation({
    mutationFn: (values: T) => props.save(change(values)),
    onSuccess: (saved, values) => {
      const { updateMask } = change(values);
      const href = props.onSaved(saved, {
        body: pickMask(form.read.values, updateMask),
        updateMask,
        etag: null,
      });
      guard.leaveSaved(() => router.replace(href));
    },
  });
  const reloading = useMutation({
    mutationFn: async () => props.reload?.(),
    onSuccess: (theirs) => {
      if (theirs) setTheirs(theirs);
    },
  });

  const [refusals, setRefusals] = useState(0);
  // An effect, because a field gets its description once the messages are in the document.
  useEffect(() => {
    if (!saving.error && refusals === 0) return;
    const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalid) invalid.focus();
    else element.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [saving.error, refusals]);
  // A refusal by the server applies to the refused value only.
  const refused = Object.entries(fieldProblemsOf(saving.error)).filter(
    ([path]) => saving.variables && isSame(saving.variables, form.values, path),
  );
  const violations = { ...Object.fromEntries(refused), ...checks.found };

  const isBusy = saving.isPending || saving.isSuccess;
  const lost = useLostGroup();
  const refusal = isDirty && (props.refusalOf?.(form.values) ?? false);
  const offReason =
    (lost && lostReason(lost)) ||
    (props.isGone && `This ${props.noun} was deleted`) ||
    props.disabledReason ||
    refusal ||
    (!props.isNew && !isDirty && 'Nothing has changed yet') ||
    false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (offReason || isBusy) return;
    // The result of the last reload does not apply to this attempt.
    reloading.reset();
    saving.reset();
    if (Object.keys(checks.checkNow()).some((path) => path in props.labels)) {
      setRefusals((count) => count + 1);
    } else saving.mutate(form.values);
  };
  const close = () => guard.leave(() => router.replace(props.closeHref));
  const problem = reloading.error ?? saving.error;
  const isOutdated = !isBusy && !props.isGone && !lost && props.read.etag !== form.read.etag;
  const comparing = { onCompare: () => reloading.mutate(), isComparing: reloading.isPending };
  return (
    <Sheet
      title={props.title}
      onClose={close}
      footer={
        <>
          <ApiCall
            variant="ghost"
            className="mr-auto -ml-2"
            requests={() => [shellRequest(props, change()), ...(props.following?.(change()) ?? [])]}
          />
          <Button onPress={close}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isPending={isBusy}
            disabledReason={offReason}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={element}
        method="post"
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-5"
      >
        {problem && !lost && (
          <FormProblem
            error={problem}
            noun={props.noun}
            attempt={props.attempt ?? (props.isNew ? 'created' : 'saved')}
            labels={props.labels}
            onFocusField={focusField}
            {...comparing}
          />
        )}
        {!problem && isOutdated && <ChangedMeanwhile noun={props.noun} {...comparing} />}
        {props.isGone && !lost && (
          <ErrorPanel
            title={`This ${props.noun} was deleted`}
            why="Someone else deleted it after you opened it. Your changes cannot be saved."
          />
        )}
        {refusal && (
          <p role="status" className="font-medium text-danger">
            {refusal}
          </p>
        )}
        {props.children(fieldBinder(form, violations, props.labels))}
      </form>
      {theirs && (
        <SettleDialog
          noun={props.noun}
          base={form.read.values}
          mine={form.values}
          theirs={theirs.values}
          labels={props.labels}
          onSettle={(values) => {
            form.settle(theirs, values as T);
            saving.reset();
            setTheirs(null);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
      {guard.isAsking && (
        <LeaveDialog guard={guard}>{props.lost ?? 'Your changes will be lost.'}</LeaveDialog>
      )}
    </Sheet>
  );
}

const isSame = (a: object, b: object, path: string) =>
  JSON.stringify(valueAt(a, path)) === JSON.stringify(valueAt(b, path));

type Sender<T> = Pick<
  ResourceFormProps<T & object, never>,
  'isNew' | 'apiPath' | 'sent' | 'request'
>;

function sentOf<T extends object>({ sent = (change) => change }: Sender<T>, change: FormChange<T>) {
  return sent(change);
}

function shellRequest<T extends object>(props: Sender<T>, change: FormChange<T>): ShellRequest {
  const { isNew, apiPath } = props;
  const { body, updateMask } = sentOf(props, change);
  if (isNew) return { method: 'POST', path: apiPath, body };
  if (props.request) return props.request({ body, updateMask, etag: change.etag });
  const path = `${apiPath}?${new URLSearchParams({ updateMask: updateMask.join() })}`;
  return { method: 'PATCH', path, body, ifMatch: change.etag };
}
