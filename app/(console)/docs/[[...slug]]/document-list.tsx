import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { docsPath } from '#lib/client/paths.ts';
import documents from '#lib/generated/docs/index.json' with { type: 'json' };

/** Links to all documents. */
export const DocumentList = ({ current }: { current?: string }) => (
  <nav aria-label="Documents">
    <ul className="flex flex-col gap-0.5">
      {documents.map(({ slug, title }) => (
        <li key={slug}>
          <NextLink
            href={docsPath(slug)}
            aria-current={slug === current ? 'page' : undefined}
            className={cx(
              'flex min-h-8 items-center rounded px-2 pointer-coarse:min-h-10',
              slug === current
                ? 'marked bg-accent-soft font-medium'
                : 'text-ink-2 hover:bg-paper-3 hover:text-ink',
            )}
          >
            {title}
          </NextLink>
        </li>
      ))}
    </ul>
  </nav>
);
