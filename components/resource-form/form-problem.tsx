'use client';

import { problemOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { ApiRequestError } from '#lib/client/api.ts';

export interface FormProblemProps {
  error: Error;
  /** The noun of the texts: "group". */
  noun: string;
  /** The verb of the texts: "saved". */
  attempt: string;
  /** Labels of the fields by path. */
  labels: Readonly<Record<string, string>>;
  onFocusField: (path: string) => void;
  onCompare: () => void;
  isComparing: boolean;
}

/** Somebody else saved the resource while the form was open. */
export const ChangedMeanwhile = ({
  noun,
  onCompare,
  isComparing,
}: Pick<FormProblemProps, 'noun' | 'onCompare' | 'isComparing'>) => (
  <ErrorPanel
    title={`This ${noun} was changed meanwhile`}
    why="Someone else saved it after you opened it. Your changes are not saved yet."
    remedy={
      <Button size="sm" className="mt-1" onPress={onCompare} isPending={isComparing}>
        Compare versions
      </Button>
    }
  />
);

/** The path of the field that shows the message: a list has one field for all its items. */
const fieldOf = (path: string, labels: FormProblemProps['labels']): string =>
  path in labels ? path : path.replace(/\.\d+$/, '');

/** Why saving failed: somebody else saved first, fields need other values, or another error. */
export default function FormProblem(props: FormProblemProps) {
  const { error, noun, attempt, labels } = props;
  if (error instanceof ApiRequestError && error.reason === 'ABORTED') {
    return <ChangedMeanwhile {...props} />;
  }
  const violations = new Map(
    Object.entries(error instanceof ApiRequestError ? error.violations : {}).map(
      ([path, description]) => [fieldOf(path, labels), description],
    ),
  );
  if (violations.size > 0) {
    return (
      <ErrorPanel
        title={`The ${noun} was not ${attempt}`}
        why={
          <ul className="flex flex-col items-start gap-0.5">
            {[...violations].map(([path, description]) => (
              <li key={path}>
                {path in labels ? (
                  // The field shows its own message.
                  <button
                    type="button"
                    onClick={() => props.onFocusField(path)}
                    className="rounded-sm text-left underline underline-offset-3"
                  >
                    {`Check ${labels[path]}`}
                  </button>
                ) : (
                  violationText(path, description)
                )}
              </li>
            ))}
          </ul>
        }
      />
    );
  }
  return <ErrorPanel title={`The ${noun} was not ${attempt}`} {...problemOf(error)} />;
}
