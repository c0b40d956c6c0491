/** Repositories and tags that could not be read, as listed in the result of a sync. */
import type { Looks } from './look-at-tags.ts';
import type { Problem } from '#lib/import/registry/leases.ts';

/** Registries may send long texts. */
const MAX_REASON = 400;

const short = (reason: string) =>
  reason.length <= MAX_REASON ? reason : `${reason.slice(0, MAX_REASON - 1)}…`;

export function repositoryProblem(repository: string, reason: string): Problem {
  return { name: repository, repository, reason: short(reason) };
}

export function tagProblem(repository: string, tag: string, reason: string): Problem {
  return { name: `${repository}:${tag}`, repository, tag, reason: short(reason) };
}

export function problemsOf(repository: string, { looks }: Looks): Problem[] {
  return looks.flatMap((look) =>
    look.kind === 'problem' ? [tagProblem(repository, look.name, look.reason)] : [],
  );
}
