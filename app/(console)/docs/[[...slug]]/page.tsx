import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Link } from '#components/ui/buttons/link.tsx';
import { docsPath } from '#lib/client/paths.ts';
import documents from '#lib/generated/docs/index.json' with { type: 'json' };
import pages from '#lib/generated/docs/pages.json' with { type: 'json' };

interface Document {
  title: string;
  html: string;
}

interface Props {
  params: Promise<{ slug?: string[] }>;
}

const PAGES: Readonly<Record<string, Document>> = pages;

async function documentOf({ params }: Props): Promise<Document | null> {
  const { slug } = await params;
  if (slug === undefined) return null;
  const path = slug.join('/');
  const document = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  return document ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await documentOf(props))?.title ?? 'Documents' };
}

/** A document of the version that runs, or the list of all. */
export default async function Page(props: Props) {
  const document = await documentOf(props);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-6 sm:px-6">
      <article className="document mx-auto max-w-180">
        {document === null ? <DocumentList /> : <Rendered html={document.html} />}
      </article>
    </div>
  );
}

/** The HTML is made of the project's own files when the pages are built. */
const Rendered = ({ html }: Pick<Document, 'html'>) => (
  <>
    <nav aria-label="Documents">
      <Link href={docsPath()}>All documents</Link>
    </nav>
    <div dangerouslySetInnerHTML={{ __html: html }} />
  </>
);

function DocumentList() {
  return (
    <>
      <h1>Documents</h1>
      <ul>
        {documents.map(({ slug, title }) => (
          <li key={slug}>
            <Link href={docsPath(slug)}>{title}</Link>
          </li>
        ))}
        <li>
          <Link href={docsPath('decisions')}>Decisions</Link>
        </li>
      </ul>
    </>
  );
}
