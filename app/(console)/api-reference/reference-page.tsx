'use client';

import { useQuery } from '@tanstack/react-query';
import { FileBraces } from 'lucide-react';
import { useMemo } from 'react';
import { OperationChoice } from '#app/(console)/api-reference/operation-choice.tsx';
import { OperationList } from '#app/(console)/api-reference/operation-list.tsx';
import { OperationView } from '#app/(console)/api-reference/operation-view.tsx';
import { Overview } from '#app/(console)/api-reference/overview.tsx';
import { type Chosen, useOperation } from '#app/(console)/api-reference/use-operation.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { buttonClass } from '#components/ui/buttons/button-style.ts';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import { DOCUMENT_PATHS, documentQuery } from '#lib/client/api-reference/document.ts';
import { operationGroups } from '#lib/client/api-reference/operations.ts';
import { API_VERSIONS, apiReferencePath } from '#lib/client/paths.ts';

const VERSIONS = API_VERSIONS.map((id) => ({ id, label: id }));

/**
 * The API reference, from an OpenAPI document of the installation, with a form to call each operation.
 */
export function ReferencePage() {
  const [chosen, choose] = useOperation();
  const { version } = chosen;
  const result = useQuery(documentQuery(version));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="shrink-0 border-b border-line px-4 py-1 sm:px-6">
        <PageHeader
          title="API reference"
          action={
            <div className="flex flex-wrap items-center justify-end gap-2">
              <LearnMore about="api" />
              <Segmented
                label="Version of the API"
                options={VERSIONS}
                value={version}
                onChange={(next) => choose({ version: next })}
              />
              <a href={DOCUMENT_PATHS[version]} className={buttonClass('ghost')}>
                <FileBraces aria-hidden size={16} />
                OpenAPI document
              </a>
            </div>
          }
        />
      </header>
      {result.data && <Reference document={result.data} chosen={chosen} onChoose={choose} />}
      {result.isPending && <Waiting />}
      {result.isError && (
        <div className="px-4 py-6 sm:px-6">
          <QueryProblem title="The reference could not be loaded" query={result} />
        </div>
      )}
    </div>
  );
}

interface ReferenceProps {
  document: ApiDocument;
  chosen: Chosen;
  onChoose: (next: Partial<Chosen>) => void;
}

function Reference({ document, chosen, onChoose }: ReferenceProps) {
  const { version, operation: selected } = chosen;
  const groups = useMemo(() => operationGroups(document), [document]);
  const operation = groups
    .flatMap(({ operations }) => operations)
    .find(({ id }) => id === selected);
  const onSelect = (id: string) => onChoose({ operation: id });
  const list = { groups, version, onSelect };
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      <OperationList {...list} selected={selected} />
      <OperationChoice {...list} selected={operation?.id ?? null} />
      {/* A new key for each operation: the view starts at its top, with empty fields. */}
      <div
        key={`${version} ${selected}`}
        className="min-h-0 min-w-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6"
      >
        {operation && <OperationView document={document} operation={operation} version={version} />}
        {!operation && selected === null && (
          <Overview document={document} groups={groups} version={version} />
        )}
        {!operation && selected !== null && (
          <EmptyState
            title={`There is no operation ${selected}${version === 'v1' ? ' in v1' : ''}`}
            action={<Link href={apiReferencePath(undefined, version)}>All operations</Link>}
          >
            {version === 'v1'
              ? 'v1 has lists, creates, updates and deletes. To get one resource, list it by its id.'
              : 'It may have another name in this version of Grove.'}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex flex-1 gap-6 px-4 py-4 sm:px-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-full w-60 max-lg:hidden" />
      <div className="flex flex-1 flex-col gap-3">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-5 w-full max-w-120" />
        <Skeleton className="h-40 w-full" />
      </div>
    </div>
  );
}
