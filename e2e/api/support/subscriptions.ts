/** Subscriptions and what they deliver. */
import { expect } from 'vitest';
import { until } from '../../support/until.ts';
import type { Received } from '../../support/webhook-receiver.ts';
import { grove, receiver } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from './answers.ts';
import { newName } from './names.ts';

export const SUBSCRIPTIONS = '/iam/v2beta1/subscriptions';

/** A subscription with a path of the receiver of its own. */
export interface Subscribed {
  uid: string;
  path: string;
  secret: string;
}

export async function subscribe(
  group: string,
  body: Json = {},
  by?: { token: string },
): Promise<Subscribed> {
  const name = newName('subscription');
  const path = `/${name.replaceAll(/[^a-z0-9]/gi, '-')}`;
  const { webhook, ...rest } = body;
  const target = { url: receiver.url + path, ...(webhook as Json | undefined) };
  const answer = await grove.post(
    `${SUBSCRIPTIONS}/${group}`,
    { name, types: ['grove.iam.group.*'], webhook: target, ...rest },
    by,
  );
  const { uid, secret } = ok(answer);
  return { uid: String(uid), path, secret: String(secret) };
}

export const subscription = async (uid: string) => ok(await grove.get(`${SUBSCRIPTIONS}/${uid}`));

/** Waits until so many requests arrived at the path. */
export const arrived = (path: string, count: number): Promise<Received[]> =>
  until(() => {
    const got = receiver.at(path);
    expect(got.length).toBeGreaterThanOrEqual(count);
    return got;
  });
