import { Braces } from 'lucide-react';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { CodeBox } from '#components/ui/text/code-box.tsx';

/** The API's response as JSON, to copy; undefined while it loads. */
export function ResourceJson({ resource }: { resource: object | undefined }) {
  const json = JSON.stringify(resource, null, 2);
  return (
    <section aria-labelledby="json-title" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="json-title" className="text-base font-semibold">
          JSON
        </h2>
        <CopyButton size="sm" icon={Braces} text={() => json}>
          Copy JSON
        </CopyButton>
      </div>
      {resource ? (
        <CodeBox aria-labelledby="json-title">{json}</CodeBox>
      ) : (
        <Skeleton className="h-51 w-full" />
      )}
    </section>
  );
}
