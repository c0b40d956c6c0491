/** `events listen` and `events send`: what webhooks of a subscription would get, without one. */
import { setTimeout } from 'node:timers/promises';
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import { postWebhook } from '#lib/net/webhook-request.ts';
import { matchesAny, typesOf } from '#lib/resources/event-patterns.ts';
import { isAsFar, reachedBy, type Reached } from '#lib/service/events/facts.ts';
import { endOf, eventsAfter } from '#lib/service/events/follow.ts';
import { placeOf } from '#lib/service/events/places.ts';
import { exampleOf } from '#lib/service/events/webhooks/example.ts';
import { bodyOf } from '#lib/service/events/webhooks/message.ts';
import { newWebhookSecret, webhookHeaders } from '#lib/service/events/webhooks/signatures.ts';
import { onStopSignal } from '#lib/stop-signal.ts';
import { all, atLeast, is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { parse, UsageError } from './usage.ts';

const TICK_MS = 500;
const AT_A_TIME = 100;

const LISTEN = {
  'forward-to': { type: 'string' },
  since: { type: 'string' },
  types: { type: 'string', default: '*' },
  json: { type: 'boolean' },
} as const;

/** Prints events as they happen, and sends them to an address, until it is stopped. */
export async function eventsListen(args: string[]): Promise<string> {
  const { positionals, values } = parse(args, ['GROUP_UID'], LISTEN);
  const group = checkUid(positionals[0] ?? '', 'GROUP_UID');
  await committed.existing('Group', group);
  const types = patterns(values.types);
  const target = targetOf(values['forward-to']);
  let from = await startOf(group, values.since);
  const stop = new AbortController();
  onStopSignal(async () => stop.abort());
  // An operator sees everything.
  const sight = [{ below: [group], types: null }];
  while (!stop.signal.aborted) {
    const next = await eventsAfter(from, sight, AT_A_TIME);
    for (const event of next.events) {
      if (!matchesAny(types, event.type ?? '')) continue;
      const answer = target === null ? '' : await forward(target, event);
      print(event, answer, values.json === true);
    }
    const isAtEnd = isAsFar(from, next.reached);
    from = next.reached;
    if (isAtEnd) await setTimeout(TICK_MS, null, { signal: stop.signal }).catch(() => null);
  }
  return '';
}

/** Sends an example of a type to an address. Prints the status of the answer. */
export async function eventsSend(args: string[]): Promise<string> {
  const options = { 'forward-to': { type: 'string' } } as const;
  const { positionals, values } = parse(args, ['TYPE'], options);
  const [type = ''] = typesOf(positionals[0] ?? '');
  if (type === '') throw new UsageError(`${positionals[0]} is not a type of events`);
  const target = targetOf(values['forward-to']);
  if (target === null) throw new UsageError('--forward-to is missing');
  return `${type} ${await forward(target, exampleOf(type))}`;
}

interface Target {
  url: string;
  secret: string;
}

/** With a secret of its own, which is printed beside the result. */
function targetOf(url: string | undefined): Target | null {
  if (url === undefined) return null;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('--forward-to takes an address such as http://127.0.0.1:8080/hook');
  }
  const secret = newWebhookSecret();
  process.stderr.write(`Signed with ${secret}\n`);
  return { url, secret };
}

function patterns(text: string): string[] {
  const types = text.split(',').map((type) => type.trim());
  const unknown = types.find((type) => typesOf(type).length === 0);
  if (unknown !== undefined) throw new UsageError(`${unknown} is not a type of events`);
  return types;
}

/** @param since an event, or a time; the end of the record unless given. */
async function startOf(group: string, since: string | undefined): Promise<Reached> {
  const chain = rootUid(group);
  if (since === undefined) return reachedBy(await endOf(chain));
  if (since.includes('/')) return reachedBy(placeOf(since, '--since'));
  const time = new Date(since);
  if (Number.isNaN(time.getTime())) {
    throw new UsageError('--since takes the uid of an event, or a time such as 2026-11-28T08:00Z');
  }
  const where = all(is('chain', chain), atLeast('createTime', time));
  const order = { column: 'sequence', descending: false } as const;
  const [first] = await committed.inOrder('AuditEvent', where, order, 1);
  if (first === undefined) return reachedBy(await endOf(chain));
  return { chain, sequence: (first.sequence ?? 1) - 1, taken: 0 };
}

/** @returns the status of the answer, or why there is none. */
async function forward({ url, secret }: Target, event: EventJson): Promise<string> {
  const { type, body } = bodyOf(event, 'CLOUD_EVENT');
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = webhookHeaders({ id: event.uid ?? '', timestamp, body }, [secret]);
  const message = { body, headers: { 'content-type': type, ...signed } };
  const { status, problem } = await postWebhook(url, message, { isByOperator: true });
  return status === null ? problem : String(status);
}

function print(event: EventJson, answer: string, isJson: boolean): void {
  const { createTime, type, subject } = event;
  const line = isJson ? JSON.stringify(event) : [createTime, type, subject, answer].join(' ');
  process.stdout.write(`${line.trimEnd()}\n`);
}
