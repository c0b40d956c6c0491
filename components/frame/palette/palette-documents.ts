import { BookOpen } from 'lucide-react';
import { type CommandSection, matches } from '#components/frame/palette/palette-commands.ts';
import { docsPath } from '#lib/client/paths.ts';
import documents from '#lib/generated/docs/index.json' with { type: 'json' };

/** The maximum number of documents, so that other results stay visible. */
const MOST = 8;

/** The documents and their headings that match the typed text. */
export function documentSection(text: string): CommandSection {
  if (text.trim() === '') return { title: 'Documents', commands: [] };
  const commands = documents.flatMap(({ slug, title, headings }) => [
    { id: `docs-${slug}`, label: title, icon: BookOpen, href: docsPath(slug) },
    ...headings.map((heading) => ({
      id: `docs-${slug}-${heading.id}`,
      label: heading.text,
      detail: title,
      icon: BookOpen,
      href: docsPath(slug, heading.id),
    })),
  ]);
  return {
    title: 'Documents',
    commands: commands.filter(({ label }) => matches(label, text)).slice(0, MOST),
  };
}
