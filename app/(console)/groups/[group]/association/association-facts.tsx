import { ACCOUNT_NAMES } from '#app/(console)/groups/[group]/association/account-words.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { AccountAssociation } from '#lib/client/resources/resources.ts';

/** All facts of an account association; undefined while it loads. */
export function AssociationFacts(props: { association: AccountAssociation | undefined }) {
  const { association } = props;
  if (!association) return <Skeleton className="h-60 w-full" />;
  const { amazon, google, azure, github } = association;
  return (
    <Facts>
      <Fact label="Description">{association.description || null}</Fact>
      {amazon && (
        <Fact label={ACCOUNT_NAMES.amazon}>
          <CopyText value={amazon.account} label="AWS account" isWhole />
        </Fact>
      )}
      {google && (
        <>
          <Fact label={ACCOUNT_NAMES.google}>
            <CopyText value={google.projectId} label="project id" isWhole />
          </Fact>
          <Fact label="Project number">
            <CopyText value={google.projectNumber} label="project number" isWhole />
          </Fact>
        </>
      )}
      {azure && (
        <Fact label={ACCOUNT_NAMES.azure}>
          <CopyText value={azure.tenantId} label="tenant id" isWhole />
        </Fact>
      )}
      {Object.entries(azure?.clientIds ?? {}).map(([component, clientId]) => (
        <Fact key={component} label={`Client id of ${component}`}>
          <CopyText value={clientId} label={`client id of ${component}`} isWhole />
        </Fact>
      ))}
      {github && (
        <>
          <Fact label="GitHub organization">
            <CopyText value={github.name} label="GitHub organization" isWhole />
          </Fact>
          <Fact label="GitHub installation">
            <CopyText value={github.installationId} label="installation id" isWhole />
          </Fact>
        </>
      )}
    </Facts>
  );
}
