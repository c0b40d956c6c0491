/** How much callers and connections may ask for: the settings and their defaults. */
import { standardOf, type SettingName } from './declared.ts';
import { notValid, readFlag, readWhole, valueOf, type Environment } from './environment.ts';

/** The kinds of requests, each with a rate of its own. */
export type RequestKind = 'read' | 'write' | 'token' | 'signIn';

/** A token bucket: how many requests it holds when it is full, and in how many seconds it fills. */
export interface Rate {
  quota: number;
  windowSeconds: number;
}

/** Rates for one caller. One client network and one issuer may have several callers. */
export type Rates = Readonly<Record<RequestKind, Rate>> & {
  /** How many organizations may be founded from one another. */
  found: Rate;
};

/**
 * @returns null where rate limits are switched off.
 * @throws OperatorError for a rate that is not `REQUESTS/SECONDS`.
 */
export function readRates(env: Environment): Rates | null {
  if (readFlag('GROVE_RATE_LIMITS_OFF', env)) return null;
  return {
    read: readRate('GROVE_RATE_READ', env),
    write: readRate('GROVE_RATE_WRITE', env),
    token: readRate('GROVE_RATE_TOKEN', env),
    signIn: readRate('GROVE_RATE_SIGN_IN', env),
    found: readRate('GROVE_RATE_FOUND', env),
  };
}

function readRate(name: SettingName, env: Environment): Rate {
  const value = valueOf(name, env);
  const [, quota, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(value) ?? [];
  if (quota === undefined || seconds === undefined) {
    throw notValid(name, `be requests and seconds, such as ${standardOf(name)}`, value);
  }
  return { quota: Number(quota), windowSeconds: Number(seconds) };
}

/** Node.js ends a timer at once that is set for longer. */
const MAX_SECONDS = Math.floor((2 ** 31 - 1) / 1_000);

/**
 * How many of each the server holds open at a time, and how long they may take.
 *
 * @throws OperatorError for a value that is not a whole number within its bounds.
 */
export function readBounds(env: Environment) {
  const whole = (name: SettingName) => readWhole(name, env, { least: 1 });
  const seconds = (name: SettingName, least = 1) =>
    readWhole(name, env, { least, most: MAX_SECONDS });
  return {
    connections: whole('GROVE_MAX_CONNECTIONS'),
    connectionsPerClient: whole('GROVE_MAX_CONNECTIONS_PER_CLIENT'),
    /** For one HTTP/2 connection. */
    streams: whole('GROVE_MAX_STREAMS'),
    /** Health.Watch and reflection streams together. */
    watches: whole('GROVE_MAX_WATCHES'),
    /** The part of these that one client address may have. */
    watchesPerClient: whole('GROVE_MAX_WATCHES_PER_CLIENT'),
    /** Seconds that the headers of a request may take to arrive. */
    headerSeconds: seconds('GROVE_HEADER_TIMEOUT'),
    /** Seconds that the body of a request may take to arrive; a file of advisories has more. */
    bodySeconds: seconds('GROVE_BODY_TIMEOUT'),
    /** Seconds that a search, or a filter that no index serves, may take. */
    searchSeconds: seconds('GROVE_SEARCH_TIMEOUT'),
    /** Seconds that a stopping server still serves new requests, while `/readyz` reports the stop. */
    drainSeconds: seconds('GROVE_DRAIN_TIME', 0),
    /** Seconds that requests under way may then still take. */
    stopSeconds: seconds('GROVE_STOP_TIMEOUT'),
  };
}
