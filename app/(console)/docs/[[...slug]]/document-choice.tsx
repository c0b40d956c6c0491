'use client';

import { useRouter } from 'next/navigation';
import { Select } from '#components/ui/fields/select.tsx';
import { docsPath } from '#lib/client/paths.ts';
import documents from '#lib/generated/docs/index.json' with { type: 'json' };

const OPTIONS = documents.map(({ slug, title }) => ({ id: slug, label: title }));

/** The documents as a menu, for narrow screens. */
export function DocumentChoice({ current }: { current: string }) {
  const router = useRouter();
  return (
    <div className="shrink-0 border-b border-line px-4 py-3 sm:px-6 lg:hidden">
      <Select
        label="Document"
        hideLabel
        placeholder="Choose a document"
        options={OPTIONS}
        value={current}
        onChange={(slug) => router.push(docsPath(slug))}
      />
    </div>
  );
}
