import { useQuery } from '@tanstack/react-query';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { LocalTime } from '#components/ui/text/local-time.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { durationText } from '#lib/client/access/request-words.ts';
import { groupPath } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import type { AccessRequest } from '#lib/client/resources/resources.ts';

/** Who asks for what, why, and who answered. */
export function RequestFacts({ request }: { request: AccessRequest }) {
  const { requester, identity, group, groupUids, answers, approvals, state } = request;
  const { data: names } = useQuery(namesQuery('groups', groupUids));
  const approved = answers.filter((one) => one.approved).length;
  return (
    <Facts>
      <Fact label="Who asks">
        {requester.name}
        {requester.email && requester.email !== requester.name && (
          <span className="text-ink-2"> {requester.email}</span>
        )}
      </Fact>
      {identity.uid !== requester.uid && <Fact label="For">{identity.name}</Fact>}
      <Fact label="Where">
        <ul>
          {groupUids.map((uid) => (
            <li key={uid}>
              <Link href={groupPath(uid)}>
                {names?.get(uid) ?? (uid === group.uid ? group.name : uid)}
              </Link>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact label="For how long">{durationText(request.duration)}</Fact>
      {request.startTime !== undefined && (
        <Fact label="Begins">
          <LocalTime value={request.startTime} />
        </Fact>
      )}
      <Fact label="Reason">{request.reason || <span className="text-ink-2">None given</span>}</Fact>
      {state === 'PENDING' && (
        <Fact label="Waits until">
          <LocalTime value={request.pendingUntil} />
          {approvals > 1 && (
            <span className="text-ink-2">
              {' '}
              · {approved} of {approvals} approvals
            </span>
          )}
        </Fact>
      )}
      {request.expirationTime !== undefined && (
        <Fact label="Granted">
          {request.beginTime !== undefined && (
            <>
              from <LocalTime value={request.beginTime} />{' '}
            </>
          )}
          until <LocalTime value={request.expirationTime} />
        </Fact>
      )}
      {answers.length > 0 && (
        <Fact label="Answers">
          <ul className="flex flex-col gap-1">
            {answers.map(({ identity: by, approved: isYes, reason, time }) => (
              <li key={`${by?.uid} ${time}`} className="wrap-anywhere">
                {by?.name} {isYes ? 'approved' : 'denied'} it <RelativeTime value={time ?? ''} />
                {reason && <span className="text-ink-2">: {reason}</span>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </Facts>
  );
}
