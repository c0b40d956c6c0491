import WaysOut from '#components/frame/ways-out.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import type { Caller } from '#lib/client/session/caller.ts';
import { unmetOf } from '#lib/client/unmet.ts';

/** Lists the unmet conditions of the policies of the person's organizations. */
export default function PolicyNotice({ unmet }: { unmet: Caller['unmetPolicies'] }) {
  const reasons = [...new Set(unmet.map(({ description }) => sentenceOf(description)))];
  return (
    <ErrorPanel
      title="One of your organizations requires more before you can use it"
      why={reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      remedy={<WaysOut unmet={unmetOf(unmet)} />}
    />
  );
}

const sentenceOf = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
