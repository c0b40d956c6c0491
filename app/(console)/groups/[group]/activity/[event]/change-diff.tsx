import { changedMask, valueAt } from '#lib/client/resources/changed-mask.ts';

type Fields = Record<string, unknown>;

/** Fields of every event, which are not shown as part of the change. */
const UNTOLD = ['uid', 'createTime', 'updateTime', 'lastSeenTime'];

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

/** The fields that a change touched, before and after. */
export function ChangeDiff({ before, after }: { before: Fields; after: Fields }) {
  const paths = changedMask(before, after).filter((path) => !UNTOLD.includes(path));
  if (paths.length === 0) return null;
  return (
    <section aria-labelledby="changes" className="flex flex-col gap-3">
      <h2 id="changes" className="font-semibold">
        Changes
      </h2>
      <dl className="flex flex-col gap-3">
        {paths.map((path) => (
          <div key={path} className="flex flex-col gap-1">
            <dt className="font-mono text-sm text-ink-2">{path}</dt>
            <dd className="flex flex-col overflow-hidden rounded border border-line font-mono text-sm">
              <Line sign="−" label="Before" value={textOf(valueAt(before, path))} isRemoved />
              <Line sign="+" label="After" value={textOf(valueAt(after, path))} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Line(props: { sign: string; label: string; value: string; isRemoved?: boolean }) {
  if (props.value === '') return null;
  return (
    <span
      className={`flex gap-3 px-3 py-1.5 ${props.isRemoved ? 'bg-danger-soft' : 'bg-accent-soft'}`}
    >
      <span aria-hidden>{props.sign}</span>
      <span className="sr-only">{props.label}</span>
      <span className="min-w-0 break-words whitespace-pre-wrap">{props.value}</span>
    </span>
  );
}
