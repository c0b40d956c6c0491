'use client';

import { useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AddApp } from '#app/(console)/settings/security/add-app.tsx';
import { NewCodes } from '#app/(console)/settings/security/new-codes.tsx';
import { RemoveApp } from '#app/(console)/settings/security/remove-app.tsx';
import { Section } from '#app/(console)/settings/section.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import {
  type AuthenticatorApp,
  RECOVERY_CODES,
  secondFactors,
} from '#lib/client/session/second-factors.ts';

/** From here on down the codes are few. */
const FEW = 3;

type Task = 'add' | 'codes' | AuthenticatorApp;

/** The person's authenticator apps and recovery codes. */
export function SecondFactorsPage() {
  const result = useQuery(secondFactors());
  const [task, setTask] = useState<Task | null>(null);
  const opener = useRef<Element | null>(null);
  const { data } = result;
  const open = (next: Task) => {
    opener.current = document.activeElement;
    setTask(next);
  };
  const close = () => setTask(null);
  // A task may show several dialogs in turn, and only the first one knows what had the focus.
  useEffect(() => {
    if (task === null && opener.current instanceof HTMLElement) opener.current.focus();
  }, [task]);
  const apps = data?.authenticatorApps;
  const dialog = { isPasswordNeeded: data?.passwordRequired ?? false, onClose: close };
  return (
    <>
      <Section
        title="Authenticator apps"
        about="With one, signing in takes your password and the code that the app shows."
      >
        {result.isError && !data && (
          <QueryProblem title="Your second factors could not be loaded" query={result} />
        )}
        {result.isPending && (
          <div role="status">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-15 w-full" />
          </div>
        )}
        {apps?.length === 0 && (
          <p className="text-ink-2">You have none. Your password alone signs you in.</p>
        )}
        {apps && apps.length > 0 && (
          <ul aria-label="Authenticator apps" className="border-t border-line">
            {apps.map((app) => (
              <App key={app.uid} app={app} onRemove={() => open(app)} />
            ))}
          </ul>
        )}
        {apps && (
          <Button
            variant={apps.length === 0 ? 'primary' : 'secondary'}
            className="self-start"
            onPress={() => open('add')}
          >
            Add authenticator app
          </Button>
        )}
      </Section>
      {apps && apps.length > 0 && (
        <Section
          title="Recovery codes"
          about="For the day that you do not have your authenticator app. Each code works once."
        >
          <p className="flex flex-wrap items-center gap-2">
            {data.recoveryCodesLeft} of {RECOVERY_CODES} left
            {data.recoveryCodesLeft <= FEW && <Badge tone="warn">Create new ones soon</Badge>}
          </p>
          <Button className="self-start" onPress={() => open('codes')}>
            Create new recovery codes
          </Button>
        </Section>
      )}
      {task === 'add' && <AddApp {...dialog} />}
      {task === 'codes' && <NewCodes {...dialog} />}
      {task !== null && typeof task === 'object' && (
        <RemoveApp {...dialog} app={task} isLast={apps?.length === 1} />
      )}
    </>
  );
}

function App({ app, onRemove }: { app: AuthenticatorApp; onRemove: () => void }) {
  const { name, createTime, lastUsedTime } = app;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Smartphone aria-hidden size={16} className="shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          <span>
            Added <RelativeTime value={createTime} />
          </span>
          <span>
            {lastUsedTime === undefined ? (
              'Not used to sign in yet'
            ) : (
              <>
                Last used <RelativeTime value={lastUsedTime} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button size="sm" onPress={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
