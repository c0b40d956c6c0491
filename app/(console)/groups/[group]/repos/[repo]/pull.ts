import type { RegistrySource } from '#lib/client/resources/resources.ts';

/**
 * The command that pulls an image of a repository.
 *
 * @param reference `:latest` or `@sha256:…`; without one, Docker takes the tag `latest`.
 */
export function pullCommand(
  source: Pick<RegistrySource, 'url'>,
  repo: { name: string },
  reference = '',
): string {
  const { host, pathname } = new URL(source.url);
  return `docker pull ${host}${pathname.replace(/\/+$/, '')}/${repo.name}${reference}`;
}
