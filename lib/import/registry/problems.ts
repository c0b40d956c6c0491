/** Repositories and tags that could not be read, as listed in the result of a sync. */
import type { SyncProblem } from '#lib/resources/rows.ts';
import type { Looks } from './look-at-tags.ts';

/** Registries may send long texts. */
const MAX_REASON = 400;

const short = (reason: string) =>
  reason.length <= MAX_REASON ? reason : `${reason.slice(0, MAX_REASON - 1)}…`;

export function repositoryProblem(repository: string, reason: string): SyncProblem {
  return { name: repository, repository, reason: short(reason) };
}

export function tagProblem(repository: string, tag: string, reason: string): SyncProblem {
  return { name: `${repository}:${tag}`, repository, tag, reason: short(reason) };
}

export function problemsOf(repository: string, { looks }: Looks): SyncProblem[] {
  return looks.flatMap((look) =>
    look.kind === 'problem' ? [tagProblem(repository, look.name, look.reason)] : [],
  );
}
