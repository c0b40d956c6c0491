/** Resources that the page of an advisory links to. */
import { groupPath, isBelow, parentUid, rootOf } from '#lib/client/paths.ts';
import { advisories, type Advisory, repos } from '#lib/client/resources/resources.ts';
import type { Caller } from '#lib/client/session/caller.ts';

/** The maximum number of shown advisories. Of further ones the page has the count. */
export const SHOWN = 5;

const MOST_SEVERE = { order_by: 'severity desc', page_size: String(SHOWN + 1) };

const artifactOf = ({ artifactName, artifactType }: Advisory) => ({
  artifact_names: artifactName,
  ...(artifactType !== '' && { artifact_types: artifactType }),
});

/** All advisories of the artifact in the same group. */
export const ofArtifactQuery = (advisory: Advisory) =>
  advisories.list({
    'uidp.children_of': parentUid(advisory.uid) ?? '',
    ...artifactOf(advisory),
    ...MOST_SEVERE,
  });

export const ofArtifactHref = (advisory: Advisory) =>
  `${groupPath(parentUid(advisory.uid) ?? '', 'advisories')}?${new URLSearchParams(artifactOf(advisory))}`;

/** The topmost group above a resource that the caller can reach; else its organization. */
const topGroupOf = (caller: Caller | undefined, { uid }: Advisory): string =>
  caller?.topGroups.find((group) => isBelow(uid, group.uid))?.uid ?? rootOf(uid);

/** The same vulnerability in all artifacts that the caller can see. */
export const ofVulnerabilityQuery = (advisory: Advisory, caller: Caller | undefined) => ({
  ...advisories.list({
    'uidp.descendants_of': topGroupOf(caller, advisory),
    aliases: advisory.aliases[0] ?? '',
    ...MOST_SEVERE,
  }),
  enabled: advisory.aliases.length > 0,
});

export const ofVulnerabilityHref = (advisory: Advisory, caller: Caller | undefined) => {
  const search = new URLSearchParams({ scope: 'below', aliases: advisory.aliases[0] ?? '' });
  return `${groupPath(topGroupOf(caller, advisory), 'advisories')}?${search}`;
};

/** The repository of an image, if Grove has it. */
export const repoQuery = (advisory: Advisory) => ({
  ...repos.list({
    'uidp.children_of': parentUid(advisory.uid) ?? '',
    name: advisory.artifactName,
    page_size: '1',
  }),
  enabled: advisory.artifactType === 'image',
});
