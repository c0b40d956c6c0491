/** Whether and until when the first version of the API is offered. */
import { OperatorError } from '#lib/operator-error.ts';
import type { Settings } from './declared.ts';

/**
 * Whether v1 is served, how long its lists may be, and when it ends.
 *
 * @throws OperatorError for an end before the deprecation.
 */
export function readV1(settings: Settings) {
  const deprecation = settings('GROVE_V1_DEPRECATION');
  const sunset = settings('GROVE_V1_SUNSET');
  // RFC 9745, section 4.
  if (deprecation !== undefined && sunset !== undefined && sunset < deprecation) {
    throw new OperatorError('GROVE_V1_SUNSET must not be before GROVE_V1_DEPRECATION');
  }
  return {
    isOffered: settings('GROVE_V1') === 'on',
    /** A longer list is an error. */
    maxItems: settings('GROVE_V1_MAX_ITEMS'),
    deprecation,
    /** When it is to end. */
    sunset,
  };
}
