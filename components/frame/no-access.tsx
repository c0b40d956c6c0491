import type { Caller } from '#lib/client/session/caller.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';

/** For people who are signed in but cannot reach any group: whom to ask, and what to send them. */
export default function NoAccess({ caller }: { caller: Caller }) {
  const { principal, identities } = caller;
  const facts = [
    { label: 'E-mail', value: principal.email },
    { label: 'Issuer', value: principal.issuer },
    { label: 'Subject', value: principal.subject },
    ...identities.map(({ uid }) => ({ label: 'Identity', value: uid })),
  ].filter((fact): fact is { label: string; value: string } => Boolean(fact.value));
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-140 flex-1 overflow-y-auto px-4 pt-[12vh] pb-12 outline-none"
    >
      <h1 className="text-xl font-semibold tracking-tight">You do not reach any group yet</h1>
      <p className="mt-2 text-ink-2">
        You are signed in, but no role has been granted to you. Ask an owner of your organization
        for an invite or a role binding, and send them these facts, so that they bind the right
        identity. It takes effect with your next click.
      </p>
      <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-y border-line py-4">
        {facts.map(({ label, value }) => (
          <div key={label + value} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="min-w-0">
              <CopyText value={value} label={label.toLowerCase()} isWhole />
            </dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
