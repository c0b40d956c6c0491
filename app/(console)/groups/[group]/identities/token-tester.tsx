'use client';

import { useQuery } from '@tanstack/react-query';
import { Check, Clock, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  matchOf,
  type MatchValues,
} from '#app/(console)/groups/[group]/identities/identity-values.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import {
  type ClaimVerdict,
  hasPatterns,
  loadPatterns,
  readToken,
  testClaims,
  type TokenVerdict,
} from '#lib/client/claims/token-test.ts';
import { counted } from '#lib/client/counted.ts';

/** Makes the identity match exactly the token's issuer and subject. */
function take(field: FieldBinder, claims: { issuer: string; subject: string }): void {
  for (const [name, value] of Object.entries(claims)) {
    field.set(`claimMatch.${name}Pattern`, undefined);
    field.set(`claimMatch.${name}`, value);
  }
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Says whether a token matches, and if not, what differs. The token never leaves the browser. */
export default function TokenTester({ field }: { field: FieldBinder }) {
  const match = matchOf(field.value('claimMatch') as MatchValues);
  const id = useId();
  const [text, setText] = useState('');
  const [now, setNow] = useState(0);
  const needsEngine = hasPatterns(match);
  const engine = useQuery({
    queryKey: ['pattern-engine'],
    queryFn: loadPatterns,
    enabled: needsEngine,
    staleTime: Infinity,
  });
  const token = text.trim() === '' ? null : readToken(text);
  const claims = token && 'claims' in token ? token.claims : null;
  const isReady = !needsEngine || engine.data !== undefined;
  const verdict =
    claims && isReady
      ? testClaims(match, claims, {
          ownUrl: window.location.origin,
          engine: engine.data ?? null,
          now,
        })
      : null;
  const [issuer, subject] = [claims?.['iss'], claims?.['sub']];
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id={id} className="text-base font-semibold">
        Test with a token
      </h3>
      <TextArea
        label="Token"
        description="Decoded in your browser and sent nowhere. The signature is not checked."
        value={text}
        onChange={(next) => {
          setText(next);
          setNow(Math.floor(Date.now() / 1000));
        }}
        errorMessage={token && 'problem' in token ? token.problem : undefined}
        rows={3}
        mono
        autoFocus
        autoComplete="off"
        spellCheck={false}
      />
      <div role="status" className="flex flex-col gap-3">
        {verdict && <Verdict verdict={verdict} />}
        {engine.isError && needsEngine && (
          <p className="text-danger">
            The patterns could not be checked: the pattern engine did not load.
          </p>
        )}
      </div>
      {typeof issuer === 'string' && typeof subject === 'string' && !verdict?.matches && (
        <Button size="sm" className="self-start" onPress={() => take(field, { issuer, subject })}>
          Use the issuer and subject of the token
        </Button>
      )}
    </section>
  );
}

function Verdict({ verdict }: { verdict: TokenVerdict }) {
  const differing = verdict.checks.filter(({ holds }) => !holds).length;
  return (
    <>
      {verdict.matches ? (
        <Line icon={Check} className="font-medium text-accent-2">
          The token matches this identity
        </Line>
      ) : (
        <Line icon={X} className="font-medium text-danger">
          The token does not match: {counted(differing, ['claim differs', 'claims differ'])}
        </Line>
      )}
      {verdict.timesProblem && (
        <Line icon={Clock} className="text-warn">
          {sentence(verdict.timesProblem)} It would be refused now.
        </Line>
      )}
      <ul className="flex flex-col border-t border-line">
        {verdict.checks.map((check) => (
          <CheckLine key={check.path ?? check.claim} check={check} />
        ))}
      </ul>
    </>
  );
}

function Line(props: { icon: typeof Check; className: string; children: ReactNode }) {
  return (
    <p className={cx('flex items-start gap-1.5', props.className)}>
      <props.icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>{props.children}</span>
    </p>
  );
}

function wantedText({ path, isPattern, expected }: ClaimVerdict): ReactNode {
  if (path === null) return <span>this installation, {code(expected)}</span>;
  return isPattern ? <span>the pattern {code(expected)}</span> : code(expected);
}

const code = (text: string) => <code className="font-mono break-all text-ink">{text || '""'}</code>;

function CheckLine({ check }: { check: ClaimVerdict }) {
  const { claim, given, holds, hint } = check;
  const Icon = holds ? Check : X;
  return (
    <li className="flex gap-2 border-b border-line py-2 text-sm">
      <Icon
        aria-hidden
        size={16}
        className={cx('mt-0.5 shrink-0', holds ? 'text-accent' : 'text-danger')}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <span>
          <span className="font-mono font-medium">{claim}</span>{' '}
          {holds ? 'matches' : given.length === 0 ? 'is missing' : 'differs'}
        </span>
        <span className="text-ink-2">Wanted: {wantedText(check)}</span>
        {given.length > 0 && (
          <span className="text-ink-2">
            In the token:{' '}
            {[...new Set(given)].map((text, index) => (
              <span key={text}>
                {index > 0 && <span>, </span>}
                {code(text)}
              </span>
            ))}
          </span>
        )}
        {hint && <span className="font-medium">{hint}</span>}
      </div>
    </li>
  );
}
