import { useScope } from '#components/frame/use-scope.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { askPath } from '#lib/client/access/request-paths.ts';
import { settingsPath } from '#lib/client/paths.ts';
import type { Caller } from '#lib/client/session/caller.ts';
import { askingSentence } from '#components/frame/asking-text.ts';
import { askingOf } from '#lib/client/session/organizations.ts';
import { CopyText } from '#components/ui/text/copy-text.tsx';

/** For people who are signed in but cannot reach any group: whom to ask, and what to send them. */
export default function NoAccess({ caller }: { caller: Caller }) {
  const { principal, identities } = caller;
  const { group } = useScope();
  const asking = askingOf(caller).length;
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
      <h1 className="text-xl font-semibold tracking-tight">
        You do not have access to any group yet
      </h1>
      <p className="mt-2 text-ink-2">
        You are signed in, but you have no role yet. Ask an owner of your organization for an invite
        or a role binding. Send them the details below, so that they choose the right identity. A
        new role takes effect immediately.
      </p>
      <p className="mt-4">
        <Link href={askPath(group ?? undefined)}>Ask for access</Link>
      </p>
      {asking > 0 && (
        <p className="mt-4">
          <Link href={settingsPath('organizations')}>{askingSentence(asking)}</Link>
        </p>
      )}
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
