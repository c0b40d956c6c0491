'use client';

import { useState } from 'react';
import { FlaskConical } from 'lucide-react';
import { ClaimRows } from '#app/(console)/groups/[group]/identities/claim-rows.tsx';
import { MatchField } from '#app/(console)/groups/[group]/identities/match-field.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { later } from '#components/ui/later.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

export const IDENTITY_LABELS = {
  name: 'Name',
  description: 'Description',
  'claimMatch.issuer': 'Issuer',
  'claimMatch.issuerPattern': 'Issuer',
  'claimMatch.subject': 'Subject',
  'claimMatch.subjectPattern': 'Subject',
  'claimMatch.audience': 'Audience',
  'claimMatch.audiencePattern': 'Audience',
} as const;

const TokenTester = later(
  () => import('#app/(console)/groups/[group]/identities/token-tester.tsx'),
);

/** The editable fields of an identity, and a test against a token. */
export function IdentityFields({ field }: { field: FieldBinder }) {
  return (
    <>
      <TextField
        {...field.text('name')}
        label={IDENTITY_LABELS.name}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <TextArea
        {...field.text('description')}
        label={IDENTITY_LABELS.description}
        isOptional
        rows={2}
      />
      <fieldset className="flex flex-col gap-5 border-t border-line pt-4">
        <legend className="float-left w-full text-base font-semibold">How it signs in</legend>
        <MatchField
          field={field}
          name="issuer"
          label="Issuer"
          placeholder="https://token.actions.githubusercontent.com"
          description="The claim iss: an https address that must match exactly."
        />
        <MatchField
          field={field}
          name="subject"
          label="Subject"
          placeholder="repo:acme@1234/app@5678:ref:refs/heads/main"
          description="The claim sub."
        />
        <MatchField
          field={field}
          name="audience"
          label="Audience"
          isOptional
          description="The claim aud. If empty, a token must be issued for this installation."
        />
        <ClaimRows field={field} />
        <Tester field={field} />
      </fieldset>
    </>
  );
}

function Tester({ field }: { field: FieldBinder }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <Button icon={FlaskConical} className="self-start" onPress={() => setShown(true)}>
        Test with a token
      </Button>
    );
  }
  return <TokenTester field={field} />;
}
