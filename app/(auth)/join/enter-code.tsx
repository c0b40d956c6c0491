'use client';

import { type FormEvent, useState } from 'react';
import { enterInviteCode } from '#app/(auth)/join/invite-code.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

/** For people who received a code instead of a link. */
export function EnterCode() {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') enterInviteCode(code.trim());
  };
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <TextField label="Code" name="code" value={code} onChange={setCode} isRequired autoFocus />
      <Button type="submit" variant="primary" className="w-full">
        Continue
      </Button>
    </form>
  );
}
