import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocumentChoice } from '#app/(console)/docs/[[...slug]]/document-choice.tsx';
import { DocumentList } from '#app/(console)/docs/[[...slug]]/document-list.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import pages from '#lib/generated/docs/pages.json' with { type: 'json' };

interface Document {
  title: string;
  html: string;
}

interface Props {
  params: Promise<{ slug?: string[] }>;
}

const PAGES: Readonly<Record<string, Document>> = pages;

/** The document in the address; null for the list of all. */
async function documentOf({ params }: Props): Promise<(Document & { slug: string }) | null> {
  const { slug: parts } = await params;
  if (parts === undefined) return null;
  const slug = parts.join('/');
  const document = Object.hasOwn(PAGES, slug) ? PAGES[slug] : undefined;
  return document === undefined ? notFound() : { slug, ...document };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await documentOf(props))?.title ?? 'Documents' };
}

/** A document of the running version, beside the list of all. */
export default async function Page(props: Props) {
  const document = await documentOf(props);
  if (document === null) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
        <PageHeader title="Documents" />
        <DocumentList />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
      <DocumentChoice current={document.slug} />
      <div className="hidden w-64 shrink-0 overflow-y-auto border-e border-line p-4 lg:block">
        <DocumentList current={document.slug} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
        {/* The build makes this HTML of the project's own files. */}
        <article
          className="document max-w-200"
          dangerouslySetInnerHTML={{ __html: document.html }}
        />
      </div>
    </div>
  );
}
