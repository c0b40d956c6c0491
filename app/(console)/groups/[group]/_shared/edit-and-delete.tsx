import { Pencil, Trash2 } from 'lucide-react';
import { MenuItem } from '#components/ui/overlays/menu.tsx';

export interface EditAndDeleteProps {
  /** Undefined where there is no editor. */
  editHref: string | undefined;
  noEdit: string | false;
  onDelete: () => void;
  noDelete: string | false;
}

/** The last items of nearly every row menu. */
export function EditAndDelete({ editHref, noEdit, onDelete, noDelete }: EditAndDeleteProps) {
  return (
    <>
      {editHref !== undefined && (
        <MenuItem icon={Pencil} href={editHref} disabledReason={noEdit}>
          Edit
        </MenuItem>
      )}
      <MenuItem icon={Trash2} isDanger onAction={onDelete} disabledReason={noDelete}>
        Delete
      </MenuItem>
    </>
  );
}
