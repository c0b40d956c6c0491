import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Group } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import {
  CreateGroupRequestSchema,
  GroupSchema,
} from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { until } from '../../support/until.ts';
import { rowsIn } from '../support/database.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const RESTARTS = 2;
const WRITERS = 8;

let server: ServerProcess;

beforeAll(async () => {
  server = await newServerProcess();
});

afterAll(() => server.remove());

/** As an operator does it. */
async function stop(): Promise<void> {
  expect(await server.end('SIGTERM')).toBe(0);
}

/**
 * Retries calls that the server has not started to answer, as gRPC clients with a retry policy do.
 */
const RETRIES = {
  name: [{}],
  retryPolicy: {
    maxAttempts: 5,
    initialBackoff: '0.1s',
    maxBackoff: '1s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  },
};

function createGroup(client: Client, name: string): Promise<Group> {
  const metadata = new Metadata({ waitForReady: true });
  metadata.set('authorization', `Bearer ${server.token}`);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      '/grove.iam.v2beta1.GroupsService/CreateGroup',
      (message: Parameters<typeof toBinary<typeof CreateGroupRequestSchema>>[1]) =>
        Buffer.from(toBinary(CreateGroupRequestSchema, message)),
      (bytes) => fromBinary(GroupSchema, bytes),
      create(CreateGroupRequestSchema, { parentUid: server.rootUid, group: { name } }),
      metadata,
      { deadline: Date.now() + 600_000 },
      (error, group) => (group === undefined ? reject(error as Error) : resolve(group)),
    );
  });
}

it('loses no acknowledged write of a client that stays connected while the server restarts', async () => {
  await server.start();
  const client = new Client(server.address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ methodConfig: [RETRIES] }),
  });
  const acknowledged = new Map<string, string>();
  const over = new AbortController();
  let count = 0;
  const write = async () => {
    while (!over.signal.aborted) {
      const name = `kept ${(count += 1)}`;
      acknowledged.set((await createGroup(client, name)).uid, name);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const before = acknowledged.size;
    const more = until(() => expect(acknowledged.size).toBeGreaterThan(before + 20));
    await Promise.race([more, writers]);
    await stop();
    await server.start();
  }
  over.abort();
  await writers;
  client.close();
  await stop();
  const rows = await rowsIn('Group').findMany({ where: { name: { contains: 'kept ' } } });
  // Every write was acknowledged in the end, and none was made twice.
  expect(new Map(rows.map(({ uid, name }) => [uid, name]))).toEqual(acknowledged);
  expect(rows.length).toBe(count);
});
