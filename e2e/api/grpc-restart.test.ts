import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '#lib/auth/tokens.ts';
import type { Group } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import {
  CreateGroupRequestSchema,
  GroupSchema,
} from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { createOrganization } from '#lib/service/organization.ts';
import { closeDatabase, sqlite } from '#lib/store/database.ts';
import { freePort, OWNER_EMAIL, OWNER_PASSWORD } from './harness.ts';

const RESTARTS = 3;
const WRITERS = 8;

const dataDir = mkdtempSync(join(tmpdir(), 'grove-restart-'));
let address: string;
let token: string;
let rootUid: string;
let server: ChildProcess | undefined;

beforeAll(async () => {
  const port = await freePort();
  for (const name of ['GROVE_URL', 'DATABASE_URL', 'HOST']) delete process.env[name];
  Object.assign(process.env, { PORT: String(port), GROVE_DATA_DIR: dataDir });
  const { group, identity } = await createOrganization({
    name: 'acme',
    ownerEmail: OWNER_EMAIL,
    ownerPassword: OWNER_PASSWORD,
  });
  address = `127.0.0.1:${port}`;
  token = await mintToken(String(identity['uid']), 3_600);
  rootUid = String(group['uid']);
  await closeDatabase();
});

afterAll(async () => {
  await stop();
  await closeDatabase();
  rmSync(dataDir, { recursive: true });
});

async function start(): Promise<void> {
  const script = join(import.meta.dirname, 'support/serve.ts');
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [...process.execArgv, script], { stdio: [...stdio] });
  server = child;
  const ended = once(child, 'exit').then(() => 'exit');
  const first = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
  expect(String(first).trim()).toBe('ready');
}

/** As an operator does it. */
async function stop(): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const exited = once(server, 'exit') as Promise<[number | null]>;
  server.kill('SIGTERM');
  const [code] = await exited;
  expect(code).toBe(0);
}

/** Retries what the server has not begun to answer, as gRPC's clients do where they are told to. */
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
  metadata.set('authorization', `Bearer ${token}`);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      '/grove.iam.v2beta1.GroupsService/CreateGroup',
      (message: Parameters<typeof toBinary<typeof CreateGroupRequestSchema>>[1]) =>
        Buffer.from(toBinary(CreateGroupRequestSchema, message)),
      (bytes) => fromBinary(GroupSchema, bytes),
      create(CreateGroupRequestSchema, { parentUid: rootUid, group: { name } }),
      metadata,
      { deadline: Date.now() + 30_000 },
      (error, group) => (group === undefined ? reject(error as Error) : resolve(group)),
    );
  });
}

it('loses no acknowledged write of a client that stays connected while the server restarts', async () => {
  await start();
  const client = new Client(address, credentials.createInsecure(), {
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
    while (acknowledged.size < before + 50) await Promise.race([wait(5), writers]);
    await stop();
    await start();
  }
  over.abort();
  await writers;
  client.close();
  await stop();
  const rows = sqlite()
    .prepare(`SELECT "uid", "name" FROM "Group" WHERE "name" GLOB 'kept *'`)
    .all() as { uid: string; name: string }[];
  // Every write was acknowledged in the end, and none was made twice.
  expect(new Map(rows.map(({ uid, name }) => [uid, name]))).toEqual(acknowledged);
  expect(rows.length).toBe(count);
}, 120_000);
