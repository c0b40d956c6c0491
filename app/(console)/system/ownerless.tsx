import { CodeBox } from '#components/ui/text/code-box.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { numberText } from '#lib/client/counted.ts';
import type { System } from '#lib/client/system/system.ts';

export interface OwnerlessProps {
  groups: System['ownerless'];
  /** Whether there are more than listed. */
  isCut: boolean;
}

/** The root groups that nobody can administer, and what the operator does about them. */
export function Ownerless({ groups, isCut }: OwnerlessProps) {
  return (
    <section aria-labelledby="ownerless" className="flex flex-col gap-2">
      <h2 id="ownerless" className="text-base font-semibold">
        Without an owner
      </h2>
      <p className="max-w-prose text-ink-2">
        Nobody owns these root groups any more: their owners were of other organizations, which
        deleted or changed them. On the server, give them an owner:
      </p>
      <CodeBox aria-label="Command that adds an owner" isWrapped className="max-w-prose">
        grove owners add GROUP_UID IDENTITY_UID
      </CodeBox>
      <ul aria-labelledby="ownerless" className="flex flex-col">
        {groups.map(({ uid, name }) => (
          <li
            key={uid}
            className="flex flex-wrap items-center gap-x-4 border-b border-line py-2 last:border-b-0"
          >
            <span className="font-medium break-words">{name}</span>
            <CopyText value={uid} label={`uid of ${name}`} />
          </li>
        ))}
      </ul>
      {isCut && <p className="text-ink-2">Only the first {numberText(groups.length)} by name.</p>}
    </section>
  );
}
