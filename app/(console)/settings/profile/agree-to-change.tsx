import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { leaveLink } from '#app/(console)/settings/profile/link-code.ts';
import { linkProblem } from '#components/frame/link-problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { agreeToEmailChange, emailChange } from '#lib/client/session/email-change.ts';

const UNCHANGED = 'The address was not changed';

/** The change that the opened link would make, and the button that agrees to it. */
export function AgreeToChange({ code }: { code: string }) {
  const client = useQueryClient();
  const { data: change, error } = useQuery(emailChange(code));
  const agree = useMutation({
    mutationFn: agreeToEmailChange,
    onSuccess: async ({ changed }) => {
      if (!changed) return;
      await client.invalidateQueries({ queryKey: currentCaller().queryKey });
      toast('E-mail address changed');
      leaveLink();
    },
  });
  if (error) return <ErrorPanel title={UNCHANGED} why={linkProblem(error)} />;
  if (change === undefined) return <Skeleton className="h-8 w-56" />;
  const to = <strong className="font-medium break-words">{change.newEmail}</strong>;
  if (agree.isSuccess && !agree.data.changed) {
    return (
      <p role="status">
        A link is on its way to {to}. Open it in this browser within 24 hours: it changes the
        address.
      </p>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p>
        {change.reader === 'CURRENT' ? (
          <span>Do you want to change your address to {to}? A link to it comes next.</span>
        ) : (
          <span>
            Your address becomes {to}. You sign in with it from then on, and all other browsers are
            signed out.
          </span>
        )}
      </p>
      {agree.error && <ErrorPanel title={UNCHANGED} why={linkProblem(agree.error)} />}
      <span className="flex flex-wrap gap-2">
        <Button variant="primary" isPending={agree.isPending} onPress={() => agree.mutate(code)}>
          {change.reader === 'CURRENT' ? 'Agree' : 'Change my address'}
        </Button>
        <Button onPress={leaveLink}>Not now</Button>
      </span>
    </div>
  );
}
