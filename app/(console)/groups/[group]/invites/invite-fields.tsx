'use client';

import { addressesIn } from '#app/(console)/groups/[group]/invites/addresses.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { counted } from '#lib/client/counted.ts';

export const INVITE_LABELS = {
  roleUid: 'Role',
  email: 'E-mail addresses',
  ttl: 'Works for',
  singleUse: 'Single use',
} as const;

/** Seconds, as in the API. */
const LIFETIMES = [
  { id: '3600s', label: '1 hour' },
  { id: '86400s', label: '1 day' },
  { id: '259200s', label: '3 days' },
  { id: '604800s', label: '7 days' },
  { id: '2592000s', label: '30 days' },
];

interface Props {
  field: FieldBinder;
  group: string;
  /** The domains of addresses that the organization allows; empty for all. */
  domains: readonly string[];
  /** The number of invites that were created or refused so far. */
  tried: number;
}

/** The editable fields of new invites. */
export function InviteFields({ field, group, domains, tried }: Props) {
  const { addresses, unread } = addressesIn(String(field.value('email') ?? ''));
  return (
    <>
      <ResourcePicker
        resource="roles"
        scope={{ bindableAt: group }}
        name="roleUid"
        label={INVITE_LABELS.roleUid}
        isRequired
        autoFocus
        value={(field.value('roleUid') as string | undefined) ?? null}
        onChange={(uid) => field.set('roleUid', uid ?? undefined)}
        errorMessage={field.violation('roleUid')}
        description="New people get this role on this group and everything below. You cannot grant more than you hold."
      />
      <div className="flex flex-col gap-1">
        <TextArea
          {...field.text('email', {
            description: `${allowedText(domains)}One per line. Each person gets a link that only they can use. Grove does not send it.`,
          })}
          onChange={(email) => field.set('email', email === '' ? undefined : email)}
          inputMode="email"
          label={INVITE_LABELS.email}
          isRequired={domains.length > 0}
          isOptional={domains.length === 0}
          autoComplete="off"
          spellCheck={false}
        />
        {tried > 0 ? (
          <Progress
            label="Creating invites. Their links are shown next."
            value={tried}
            max={addresses.length}
          />
        ) : (
          <p role="status" className="text-sm font-medium empty:hidden">
            {addresses.length > 1 &&
              unread.length === 0 &&
              `${counted(addresses.length, ['invite', 'invites'])} will be created.`}
          </p>
        )}
      </div>
      <Select
        label={INVITE_LABELS.ttl}
        name="ttl"
        options={LIFETIMES}
        value={String(field.value('ttl'))}
        onChange={(ttl) => field.set('ttl', ttl)}
        errorMessage={field.violation('ttl')}
      />
      <div className="flex flex-col gap-1">
        <Checkbox
          name="singleUse"
          isSelected={field.value('singleUse') === true}
          onChange={(isOn) => field.set('singleUse', isOn)}
        >
          {INVITE_LABELS.singleUse}
        </Checkbox>
        {field.value('singleUse') !== true &&
          field.value('email') === undefined &&
          domains.length === 0 && (
            <p role="status" className="text-sm text-warn">
              Anyone with the link can join until it expires.
            </p>
          )}
      </div>
    </>
  );
}

/** The start of the field's description; empty if every address is allowed. */
function allowedText(domains: readonly string[]): string {
  if (domains.length === 0) return '';
  return `The organization allows addresses at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(domains)}. `;
}
