'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound, type LucideIcon, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AddApp } from '#app/(console)/settings/security/add-app.tsx';
import { AddPasskey } from '#app/(console)/settings/security/add-passkey.tsx';
import { FactorItem } from '#app/(console)/settings/security/factor-item.tsx';
import { NewCodes } from '#app/(console)/settings/security/new-codes.tsx';
import { RemoveFactor } from '#app/(console)/settings/security/remove-factor.tsx';
import { RenameFactor } from '#app/(console)/settings/security/rename-factor.tsx';
import { Section } from '#app/(console)/settings/section.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { useHydrated } from '#components/ui/hooks/use-hydrated.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { noPasskeysReason } from '#lib/client/session/passkeys.ts';
import {
  type FactorKind,
  RECOVERY_CODES,
  type SecondFactor,
  secondFactors,
} from '#lib/client/session/second-factors.ts';

/** The number of recovery codes from which on the page warns. */
const FEW = 3;

interface OfFactor {
  action: 'rename' | 'remove';
  kind: FactorKind;
  factor: SecondFactor;
}

type Task = 'add app' | 'add passkey' | 'codes' | OfFactor;

/** The person's passkeys, authenticator apps and recovery codes. */
export function SecondFactorsPage() {
  const result = useQuery(secondFactors());
  const [task, setTask] = useState<Task | null>(null);
  const opener = useRef<Element | null>(null);
  const isHydrated = useHydrated();
  const { data } = result;
  const open = (next: Task) => {
    opener.current = document.activeElement;
    setTask(next);
  };
  const close = () => setTask(null);
  // A task may show several dialogs in turn, and only the first one knows which element had the focus.
  useEffect(() => {
    if (task === null && opener.current instanceof HTMLElement) opener.current.focus();
  }, [task]);
  if (!data) {
    return (
      <Section
        title="Second factors"
        about="What signing in asks for besides your password, or instead of it."
      >
        {result.isError && (
          <QueryProblem title="Your second factors could not be loaded" query={result} />
        )}
        {result.isPending && (
          <div role="status">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-15 w-full" />
          </div>
        )}
      </Section>
    );
  }
  const { authenticatorApps: apps, passkeys } = data;
  const total = apps.length + passkeys.length;
  const ofFactor = typeof task === 'object' ? task : null;
  const list = (kind: FactorKind) => ({
    onRename: (factor: SecondFactor) => open({ action: 'rename', kind, factor }),
    onRemove: (factor: SecondFactor) => open({ action: 'remove', kind, factor }),
  });
  return (
    <>
      {total === 0 && (
        <p className="text-ink-2">You have no second factor. Your password alone signs you in.</p>
      )}
      <Section
        title="Passkeys"
        about="With one on your phone or computer you sign in without your password. Your password then needs a second step."
      >
        <Factors label="Passkeys" factors={passkeys} icon={KeyRound} {...list('passkey')} />
        <Button
          variant={total === 0 ? 'primary' : 'secondary'}
          className="self-start"
          disabledReason={isHydrated && noPasskeysReason()}
          onPress={() => open('add passkey')}
        >
          Add passkey
        </Button>
      </Section>
      <Section
        title="Authenticator apps"
        about="With one, signing in takes your password and the code that the app shows."
      >
        <Factors label="Authenticator apps" factors={apps} icon={Smartphone} {...list('app')} />
        <Button className="self-start" onPress={() => open('add app')}>
          Add authenticator app
        </Button>
      </Section>
      {total > 0 && (
        <Section
          title="Recovery codes"
          about="For when you have neither your passkey nor your authenticator app. Each code works once."
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
      {task === 'add passkey' && <AddPasskey onClose={close} />}
      {task === 'add app' && <AddApp onClose={close} />}
      {task === 'codes' && <NewCodes onClose={close} />}
      {ofFactor?.action === 'remove' && (
        <RemoveFactor onClose={close} {...ofFactor} isLast={total === 1} />
      )}
      {ofFactor?.action === 'rename' && <RenameFactor {...ofFactor} onClose={close} />}
    </>
  );
}

interface FactorsProps {
  label: string;
  factors: readonly SecondFactor[];
  icon: LucideIcon;
  onRename: (factor: SecondFactor) => void;
  onRemove: (factor: SecondFactor) => void;
}

function Factors({ label, factors, icon, onRename, onRemove }: FactorsProps) {
  if (factors.length === 0) return <p className="text-ink-2">You have none.</p>;
  return (
    <ul aria-label={label} className="border-t border-line">
      {factors.map((factor) => (
        <FactorItem key={factor.uid} factor={factor} icon={icon}>
          <div className="flex shrink-0 gap-2 max-sm:flex-col">
            <Button size="sm" onPress={() => onRename(factor)}>
              Rename<span className="sr-only"> {factor.name}</span>
            </Button>
            <Button size="sm" onPress={() => onRemove(factor)}>
              Remove<span className="sr-only"> {factor.name}</span>
            </Button>
          </div>
        </FactorItem>
      ))}
    </ul>
  );
}
