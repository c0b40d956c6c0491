/** What to do about an advisory, in words. */
import { eventText } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import type { Advisory } from '#lib/client/resources/resources.ts';

export interface Advice {
  /** Something to do, something to wait for, or nothing. */
  kind: 'act' | 'wait' | 'nothing';
  title: string;
  /** Why, or until when. */
  detail: string;
}

/** "openssl in nginx"; only "openssl" if the component is the artifact. */
function affectedName({ artifactName, componentName }: Advisory): string {
  const isWithin = componentName !== '' && componentName !== artifactName;
  return isWithin ? `${componentName} in ${artifactName}` : artifactName;
}

/** The note of the event that decided the status. */
function noteOf({ events }: Advisory): string {
  const last = events.at(-1);
  return last === undefined || last.detection ? '' : eventText(last).detail;
}

export function adviceFor(advisory: Advisory): Advice {
  const { status, fixedVersion, artifactName } = advisory;
  const affected = affectedName(advisory);
  const note = noteOf(advisory);
  const act = (title: string, detail: string): Advice => ({ kind: 'act', title, detail });
  if (status === 'FALSE_POSITIVE_DETERMINATION') {
    return { kind: 'nothing', title: 'Nothing to do', detail: note || 'It is not affected.' };
  }
  if (fixedVersion !== '') return act(`Update ${affected} to ${fixedVersion} or later`, note);
  switch (status) {
    case 'FIXED':
      return act(
        `Update ${affected} to the newest version`,
        note || 'It is fixed, in a version that the advisory does not name.',
      );
    case 'TRUE_POSITIVE_DETERMINATION':
      return act(
        `Limit who can reach ${artifactName}`,
        note || 'It is affected, and there is no fix yet.',
      );
    case 'PENDING_UPSTREAM_FIX':
      return {
        kind: 'wait',
        title: 'Wait for the fix upstream',
        detail: note || `Limit who can reach ${artifactName} until then.`,
      };
    case 'FIX_NOT_PLANNED':
      return act(`Replace ${affected}, or accept the risk`, note || 'A fix is not planned.');
    case 'ANALYSIS_NOT_PLANNED':
      return act(`Treat ${artifactName} as affected`, note || 'An analysis is not planned.');
    default:
      return act(`Check whether ${artifactName} is affected`, 'No one has assessed it yet.');
  }
}
