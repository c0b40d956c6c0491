import type { RegistrySync } from '#lib/client/resources/resources.ts';
import { numberText } from '#lib/client/counted.ts';

type Problem = RegistrySync['problems'][number];

/** The problems by repository, in their order. */
function byRepository(problems: readonly Problem[]): Map<string, Problem[]> {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    // Syncs of earlier versions have a single name for repository and tag.
    const repository = problem.repository || problem.name;
    groups.set(repository, [...(groups.get(repository) ?? []), problem]);
  }
  return groups;
}

/** The repositories and tags that the last sync could not read, and why. */
export function SyncProblems({ sync }: { sync: RegistrySync }) {
  const { problems, skipped } = sync;
  const more = skipped - problems.length;
  return (
    <section aria-labelledby="sync-problems" className="flex flex-col gap-4">
      <h3 id="sync-problems" className="font-medium">
        Could not be read: {numberText(skipped)}
      </h3>
      {[...byRepository(problems)].map(([repository, own]) => (
        <div key={repository} className="overflow-hidden rounded border border-line">
          <h4 className="border-b border-line bg-paper-2 px-3 py-2 font-mono wrap-anywhere">
            {repository}
          </h4>
          <dl className="divide-y divide-line">
            {own.map(({ name, tag, reason }) => (
              <div
                key={name}
                className="grid gap-x-4 px-3 py-2 sm:grid-cols-[minmax(0,9rem)_minmax(0,1fr)]"
              >
                <dt className={tag === undefined ? undefined : 'font-mono wrap-anywhere'}>
                  {tag ?? 'Whole repository'}
                </dt>
                <dd className="wrap-anywhere text-ink-2">{reason}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {more > 0 && <p className="text-ink-2">and {numberText(more)} more</p>}
    </section>
  );
}
