/** The advisories of a repository's images, in its group. */
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { advisories, type Repo } from '#lib/client/resources/resources.ts';

const SHOWN = 5;

const artifactOf = ({ name }: Repo) => ({ artifact_names: name, artifact_types: 'image' });

export const ofRepoQuery = (repo: Repo) =>
  advisories.list({
    'uidp.children_of': parentUid(repo.uid) ?? '',
    ...artifactOf(repo),
    order_by: 'severity desc',
    page_size: String(SHOWN),
  });

export const ofRepoHref = (repo: Repo) =>
  `${groupPath(parentUid(repo.uid) ?? '', 'advisories')}?${new URLSearchParams(artifactOf(repo))}`;
