'use client';

import { useMutation } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Problem, problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';

interface ConnectionTestProps<Report> {
  /** What the server contacts: "issuer". */
  noun: string;
  /** Has the server contact it. */
  send: () => Promise<Report>;
  /** Not called once something else is tested. */
  onReport?: (report: Report) => void;
  /** Explains why there is no report. */
  problem?: (error: unknown) => Problem;
  /** Why a test is not possible. */
  disabledReason: string | false;
  /** The result. */
  children: (report: Report) => ReactNode;
}

/** Tests an address from the server, and shows the result. Pass the tested values as key. */
export function ConnectionTest<Report>(props: ConnectionTestProps<Report>) {
  const { noun, send, onReport, problem = problemOf, disabledReason, children } = props;
  const test = useMutation({ mutationFn: send });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon={Plug}
        onPress={() => test.mutate(undefined, { onSuccess: onReport })}
        isPending={test.isPending}
        disabledReason={disabledReason}
      >
        Test connection
      </Button>
      <div role="status" className="w-full">
        {test.isPending && <span className="sr-only">Contacting the {noun}</span>}
        {test.data && children(test.data)}
      </div>
      {test.error && (
        <ErrorPanel
          className="w-full"
          title="The connection was not tested"
          {...problem(test.error)}
        />
      )}
    </div>
  );
}
