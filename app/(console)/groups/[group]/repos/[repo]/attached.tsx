import { kindOf } from '#app/(console)/groups/[group]/repos/[repo]/attached-kinds.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { sizeText } from '#components/ui/text/size-text.ts';
import type { Tag } from '#lib/client/resources/resources.ts';

export interface AttachedProps {
  tag: Tag;
  onClose: () => void;
}

/** The signatures, attestations and other artifacts that refer to the image of a tag. */
export default function Attached({ tag, onClose }: AttachedProps) {
  return (
    <Dialog isOpen title={`Attached to ${tag.name}`} onClose={onClose}>
      <div className="flex flex-col gap-3 pt-2">
        <p className="font-mono text-sm break-all text-ink-2">{tag.digest}</p>
        <ul className="border-t border-line">
          {tag.referrers.map((referrer) => (
            <Referrer key={`${referrer.digest} ${referrer.tag}`} {...referrer} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Referrer({ digest, artifactType, sizeBytes, tag }: Tag['referrers'][number]) {
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2">
      <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{kindOf(artifactType)}</span>
        <span className="ml-auto inline-flex items-center gap-4 text-sm text-ink-2">
          {Number(sizeBytes) > 0 && <span>{sizeText(Number(sizeBytes))}</span>}
          <CopyText value={digest} label="digest" />
        </span>
      </div>
      {tag !== '' && <p className="font-mono text-xs break-all text-ink-2">{tag}</p>}
    </li>
  );
}
