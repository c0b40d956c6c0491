import type { Metadata } from 'next';
import { ConnectWorkflow } from '#app/(console)/groups/[group]/access/connect/connect-workflow.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'Connect a workflow' };

export default async function ConnectPage({ params }: { params: Promise<{ group: string }> }) {
  return <ConnectWorkflow group={uidOfSegment((await params).group)} url={config().url} />;
}
