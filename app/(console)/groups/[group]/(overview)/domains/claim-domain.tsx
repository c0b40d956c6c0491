'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { claimDomain, domainsQuery } from '#lib/client/resources/domains.ts';

/** Claims a domain. Its owner then has to publish the record. */
export function ClaimDomain({ root }: { root: string }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const claiming = useMutation({
    mutationFn: () => claimDomain(root, name),
    onSuccess: () => {
      setName('');
      return client.invalidateQueries({ queryKey: domainsQuery(root).queryKey });
    },
    onError: () => input.current?.focus(),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === '') input.current?.focus();
    else claiming.mutate();
  };
  const violation = violationsOf(claiming.error)['name'];
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label="Domain"
        name="name"
        inputRef={input}
        value={name}
        onChange={setName}
        errorMessage={violation}
        placeholder="example.com"
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" className="self-start" isPending={claiming.isPending}>
        Claim domain
      </Button>
      {claiming.error && violation === undefined && (
        <ErrorPanel title="The domain was not claimed" {...problemOf(claiming.error)} />
      )}
    </form>
  );
}
