/** How much callers and connections may ask for. */
import type { Settings } from './declared.ts';
import type { Rate } from './kinds/values.ts';

/** The kinds of requests, each with a rate of its own. */
export type RequestKind = 'read' | 'write' | 'token' | 'signIn';

/** Rates for one caller. One client network and one issuer may have several callers. */
export type Rates = Readonly<Record<RequestKind, Rate>> & {
  /** How many organizations may be founded from one another. */
  found: Rate;
};

/** @returns null where rate limits are switched off. */
export function readRates(settings: Settings): Rates | null {
  if (settings('GROVE_RATE_LIMITS_OFF')) return null;
  return {
    read: settings('GROVE_RATE_READ'),
    write: settings('GROVE_RATE_WRITE'),
    token: settings('GROVE_RATE_TOKEN'),
    signIn: settings('GROVE_RATE_SIGN_IN'),
    found: settings('GROVE_RATE_FOUND'),
  };
}

/** How many of each the server holds open at a time, and how long they may take. */
export const readBounds = (settings: Settings) => ({
  connections: settings('GROVE_MAX_CONNECTIONS'),
  connectionsPerClient: settings('GROVE_MAX_CONNECTIONS_PER_CLIENT'),
  /** For one HTTP/2 connection. */
  streams: settings('GROVE_MAX_STREAMS'),
  /** Health.Watch and reflection streams together. */
  watches: settings('GROVE_MAX_WATCHES'),
  /** The part of these that one client address may have. */
  watchesPerClient: settings('GROVE_MAX_WATCHES_PER_CLIENT'),
  eventStreams: settings('GROVE_MAX_EVENT_STREAMS'),
  /** The parts of these that one client address and one caller may have. */
  eventStreamsPerClient: settings('GROVE_MAX_EVENT_STREAMS_PER_CLIENT'),
  eventStreamsPerCaller: settings('GROVE_MAX_EVENT_STREAMS_PER_CALLER'),
  /** Seconds that the headers of a request may take to arrive. */
  headerSeconds: settings('GROVE_HEADER_TIMEOUT'),
  /** Seconds that the body of a request may take to arrive; a file of advisories has more. */
  bodySeconds: settings('GROVE_BODY_TIMEOUT'),
  /** Seconds that a search, or a filter that no index serves, may take. */
  searchSeconds: settings('GROVE_SEARCH_TIMEOUT'),
  /** Seconds that a stopping server still serves new requests, while `/readyz` reports the stop. */
  drainSeconds: settings('GROVE_DRAIN_TIME'),
  /** Seconds that requests under way may then still take. */
  stopSeconds: settings('GROVE_STOP_TIMEOUT'),
});
