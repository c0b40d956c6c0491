import { useQuery } from '@tanstack/react-query';
import {
  ofArtifactHref,
  ofArtifactQuery,
  ofVulnerabilityHref,
  ofVulnerabilityQuery,
  SHOWN,
} from '#app/(console)/groups/[group]/advisories/[advisory]/related.ts';
import { AdvisoryLines } from '#app/(console)/groups/[group]/advisories/advisory-lines.tsx';
import type { Advisory } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** The artifact's other advisories, and the same vulnerability in other artifacts. */
export function RelatedAdvisories({ advisory }: { advisory: Advisory }) {
  const { data: caller } = useQuery(currentCaller());
  const ofArtifact = useQuery(ofArtifactQuery(advisory)).data;
  const ofVulnerability = useQuery(ofVulnerabilityQuery(advisory, caller)).data;
  const othersIn = (list: { advisories: readonly Advisory[]; totalCount: string } | undefined) => ({
    total: Math.max(0, Number(list?.totalCount ?? 0) - 1),
    rows: (list?.advisories ?? []).filter(({ uid }) => uid !== advisory.uid).slice(0, SHOWN),
  });
  return (
    <div className="grid gap-x-10 gap-y-8 empty:hidden lg:grid-cols-2">
      <AdvisoryLines
        title={`Other advisories of ${advisory.artifactName}`}
        href={ofArtifactHref(advisory)}
        {...othersIn(ofArtifact)}
      />
      <AdvisoryLines
        title={`${advisory.aliases[0] ?? ''} elsewhere`}
        href={ofVulnerabilityHref(advisory, caller)}
        hasArtifact
        {...othersIn(ofVulnerability)}
      />
    </div>
  );
}
