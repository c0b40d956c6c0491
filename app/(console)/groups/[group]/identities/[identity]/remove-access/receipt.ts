/** The receipt of a removal, as a text to keep. */
import type { Held } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/held.ts';
import type { Outcome } from '#components/resource-table/bulk/run-each.ts';

export interface Done extends Outcome {
  steps: readonly Held[];
  /** The access that was not tried. */
  stayed: readonly Held[];
  /** The time of the end. */
  time: string;
}

interface About {
  identity: { uid: string; name: string };
  /** The address of the installation. */
  url: string;
  /** The person who removed the access. */
  by: string;
}

/** A list of access, each with its uid below. */
const section = (title: string, lines: readonly { held: Held; why?: string }[]) =>
  lines.length === 0
    ? []
    : [
        '',
        `${title}:`,
        ...lines.flatMap(({ held: { noun, name, id }, why }) => [
          `- ${noun && `${noun}: `}${name}${why === undefined ? '' : `. ${why}`}`,
          ...(id.includes('/') ? [`  ${id}`] : []),
        ]),
      ];

export function receiptOf({ identity, url, by }: About, done: Done): string {
  const { steps, finished, failures, stayed } = done;
  const reasons = new Map(failures.map(({ id, why }) => [id, why]));
  const removed = steps.filter(({ id }) => finished.includes(id)).map((held) => ({ held }));
  const failed = steps.flatMap((held) => {
    const why = reasons.get(held.id);
    return why === undefined ? [] : [{ held, why }];
  });
  const left = stayed.map((held) => ({ held, why: held.stays || '' }));
  return [
    `Access removed from ${identity.name}`,
    `  ${identity.uid}`,
    `On ${url}, by ${by}`,
    done.time,
    ...section('Removed', removed),
    ...section('Not removed', failed),
    ...section('Left as it was', left),
    '',
  ].join('\n');
}
