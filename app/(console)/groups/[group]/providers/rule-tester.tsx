'use client';

import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { GroupName, RoleName } from '#app/(console)/groups/[group]/providers/rule-names.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import { cx } from '#components/ui/text/cx.ts';
import { readClaims, type RuleVerdict, testRule } from '#lib/client/claims/rule-test.ts';
import { loadPatterns, type PatternEngine } from '#lib/client/claims/token-test.ts';
import type { RoleRule } from '#lib/client/resources/resources.ts';
import { counted, formOf } from '#lib/client/counted.ts';

export interface RuleTesterProps {
  rules: readonly RoleRule[];
  /** The issuer of the provider. */
  issuer: string;
}

/** Milliseconds without typing before a pattern is compared. */
const PAUSE_MS = 300;
/** The maximum number of shown values of a claim. */
const SHOWN_VALUES = 10;
/** The maximum number of shown characters of a value. */
const SHOWN_LENGTH = 200;

type Claims = Extract<ReturnType<typeof readClaims>, { claims: unknown }>['claims'];

/**
 * Says which role rules would match a person, and why others would not. The claims never leave the
 * browser.
 */
export function RuleTester(props: RuleTesterProps) {
  const id = useId();
  const [text, setText] = useState('');
  const { rules, issuer } = useDebounced(props, PAUSE_MS);
  const settled = useDebounced(text, PAUSE_MS);
  const needsEngine = rules.some(({ pattern }) => pattern !== undefined);
  const engine = useQuery({
    queryKey: ['rule-engine'],
    queryFn: loadPatterns,
    enabled: needsEngine,
    staleTime: Infinity,
  });
  const read = useMemo(() => (settled.trim() === '' ? null : readClaims(settled)), [settled]);
  const claims = read && 'claims' in read ? read.claims : null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id={id} className="text-base font-semibold">
        Test with claims
      </h3>
      <TextArea
        label="Claims"
        description="As JSON, or a whole token. Read in your browser and sent nowhere. Nothing is verified."
        placeholder={'{"groups": ["platform-admins"]}'}
        value={text}
        onChange={setText}
        errorMessage={read && 'problem' in read ? read.problem : undefined}
        rows={5}
        mono
        autoFocus
        autoComplete="off"
        spellCheck={false}
      />
      <div role="status" className="flex flex-col gap-3">
        {claims && (!needsEngine || engine.data) && (
          <Verdicts rules={rules} issuer={issuer} claims={claims} engine={engine.data ?? null} />
        )}
        {engine.isError && needsEngine && (
          <p className="text-danger">
            The patterns could not be checked: the pattern engine did not load.
          </p>
        )}
      </div>
    </section>
  );
}

interface VerdictsProps extends RuleTesterProps {
  claims: Claims;
  engine: PatternEngine | null;
}

function Verdicts({ rules, issuer, claims, engine }: VerdictsProps) {
  const verdicts = useMemo(
    () => rules.map((rule) => ({ rule, verdict: testRule(rule, claims, engine) })),
    [rules, claims, engine],
  );
  const matching = verdicts.filter(({ verdict }) => verdict.holds).length;
  const given = claims['iss'];
  const isOfAnother = typeof given === 'string' && issuer !== '' && given !== issuer;
  return (
    <>
      {isOfAnother && (
        <p className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">
            These claims are from another issuer, <Code text={given} />. This provider would refuse
            them.
          </span>
        </p>
      )}
      <p className="font-medium">
        {matching === 0
          ? 'No rule matches'
          : `${matching} of ${counted(rules.length, ['rule', 'rules'])} ${formOf(matching, ['matches', 'match'])}`}
      </p>
      {rules.some(({ claim }) => claim === 'email') && (
        <p className="text-ink-2">
          At a sign-in, an address of a domain that another organization has verified does not
          count.
        </p>
      )}
      <ul className="flex flex-col border-t border-line">
        {verdicts.map(({ rule, verdict }, index) => (
          // Rules have no name, so their position identifies them.
          // oxlint-disable-next-line react/no-array-index-key
          <VerdictLine key={index} number={index + 1} rule={rule} verdict={verdict} />
        ))}
      </ul>
    </>
  );
}

const Code = ({ text }: { text: string }) => (
  <code className="font-mono break-all text-ink">
    {text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text || '""'}
  </code>
);

interface LineProps {
  number: number;
  rule: RoleRule;
  verdict: RuleVerdict;
}

function VerdictLine({ number, rule, verdict: { holds, given, why } }: LineProps) {
  const { claim, value, pattern, roleUid, groupUid } = rule;
  const Icon = holds ? Check : X;
  const values = [...new Set(given)];
  return (
    <li className="flex gap-2 border-b border-line py-2 text-sm">
      <Icon
        aria-hidden
        size={16}
        className={cx('mt-0.5 shrink-0', holds ? 'text-accent' : 'text-danger')}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium">
          {`Rule ${number} `}
          {holds ? 'gives ' : 'does not match'}
          {holds && (
            <span>
              {roleUid === '' ? (
                <span>a role that is not chosen yet</span>
              ) : (
                <RoleName uid={roleUid} />
              )}
              {' on '}
              <GroupName uid={groupUid} />
            </span>
          )}
        </span>
        <span className="text-ink-2">
          Wanted: <Code text={claim} /> {pattern === undefined ? 'is' : 'matches the pattern'}{' '}
          <Code text={pattern ?? value ?? ''} />
        </span>
        {values.length > 0 && (
          <span className="text-ink-2">
            In the claims:{' '}
            {values.slice(0, SHOWN_VALUES).map((text, index) => (
              <span key={text}>
                {index > 0 && <span>, </span>}
                <Code text={text} />
              </span>
            ))}
            {values.length > SHOWN_VALUES && (
              <span>{` and ${values.length - SHOWN_VALUES} more`}</span>
            )}
          </span>
        )}
        {why !== null && <span className="font-medium break-words">{why}</span>}
      </div>
    </li>
  );
}
