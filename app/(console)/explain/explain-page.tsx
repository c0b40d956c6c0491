'use client';

import { useQuery } from '@tanstack/react-query';
import { Everyone } from '#app/(console)/explain/everyone.tsx';
import { OneCapability } from '#app/(console)/explain/one-capability.tsx';
import { AllCapabilities } from '#app/(console)/explain/all-capabilities.tsx';
import { type Question, useQuestion } from '#app/(console)/explain/use-question.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { explainRequest, whoCanRequest } from '#lib/client/access/access.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import { ANY_DELETE, askedOf, CAPABILITY_CHOICES } from '#lib/client/access/capability-choices.ts';

const ABOUT: readonly { id: Question['about']; label: string }[] = [
  { id: 'one', label: 'One identity' },
  { id: 'everyone', label: 'Everyone' },
];

const ALL = 'all';
const WITH_ALL = [{ id: ALL, label: 'All capabilities' }, ...CAPABILITY_CHOICES];
const WITH_DELETING = [{ id: ANY_DELETE, label: 'Anything that deletes' }, ...CAPABILITY_CHOICES];

/** Explains who has which capability in a group, and the bindings that grant it. */
export function ExplainPage() {
  const [question, ask] = useQuestion();
  const { data: caller } = useQuery(currentCaller());
  const { about, identity, group, capability } = question;
  const own = caller?.identities[0];
  const requests = requestsOf(question);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-page flex-col gap-6">
        <div className="flex flex-col gap-1">
          <PageHeader title="Explain access" action={<LearnMore about="access" />} />
          <p className="max-w-160 text-ink-2">
            A role on a group also applies to everything below it. Check why someone has access, or
            who has it.
          </p>
        </div>
        <div className="flex flex-col gap-4 border-b border-line pb-6">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Segmented
              label="About"
              options={ABOUT}
              value={about}
              onChange={(next) => ask({ about: next })}
            />
            {requests.length > 0 && <ApiCall variant="ghost" requests={() => requests} />}
          </div>
          <div className="grid gap-4 sm:grid-cols-3">
            {about === 'one' && (
              <div className="flex flex-col gap-1">
                <ResourcePicker
                  label="Identity"
                  resource="identities"
                  value={identity}
                  onChange={(uid) => ask({ identity: uid })}
                />
                {own && own.uid !== identity && (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="self-start"
                    onPress={() => ask({ identity: own.uid })}
                  >
                    Check my access
                  </Button>
                )}
              </div>
            )}
            <ResourcePicker
              label="Group"
              resource="groups"
              value={group}
              onChange={(uid) => ask({ group: uid })}
            />
            {about === 'one' ? (
              <Select
                label="Capability"
                options={WITH_ALL}
                value={capability ?? ALL}
                onChange={(name) => ask({ capability: name === ALL ? null : name })}
              />
            ) : (
              <Select
                label="Capability"
                options={WITH_DELETING}
                value={capability}
                onChange={(name) => ask({ capability: name })}
              />
            )}
          </div>
        </div>
        <Explanation question={question} onAsk={ask} />
      </div>
    </div>
  );
}

/** The requests that answer the question; none while the question is incomplete. */
function requestsOf({ about, identity, group, capability }: Question): ShellRequest[] {
  if (!group) return [];
  if (about === 'everyone') {
    return capability === null ? [] : askedOf(capability).map((one) => whoCanRequest(group, one));
  }
  if (!identity) return [];
  const asked = { identityUid: identity, groupUid: group };
  return [explainRequest({ ...asked, ...(capability && { capability }) })];
}

function Explanation(props: { question: Question; onAsk: (next: Partial<Question>) => void }) {
  const { about, identity, group, capability } = props.question;
  if (about === 'everyone') {
    if (group && capability) return <Everyone group={group} capability={capability} />;
    return <Prompt>Pick a group and a capability to see everyone who has it there.</Prompt>;
  }
  if (!identity || !group) {
    return (
      <>
        <Prompt>Pick an identity and a group to see what it may do there, and why.</Prompt>
        {capability && (
          <Button className="self-start" onPress={() => props.onAsk({ about: 'everyone' })}>
            Everyone with this capability
          </Button>
        )}
      </>
    );
  }
  if (capability === null) {
    return <AllCapabilities identity={identity} group={group} onAsk={props.onAsk} />;
  }
  return (
    <OneCapability identity={identity} group={group} capability={capability} onAsk={props.onAsk} />
  );
}

function Prompt({ children }: { children: string }) {
  return <p className="text-ink-2">{children}</p>;
}
