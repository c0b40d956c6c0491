/** A client of grpc-js with the settings that it has by itself. */
import { create, fromBinary, toBinary, type DescMethodUnary } from '@bufbuild/protobuf';
import type { MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { afterAll, expect } from 'vitest';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { AdvisoriesService } from '#lib/generated/proto/grove/vulnerabilities/v2beta1/advisories_pb.js';
import { grove, it } from '../fixtures.ts';
import { newGroup } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

let client: Client;

it.beforeAll(() => {
  client = new Client(new URL(grove.url).host, credentials.createInsecure());
});

afterAll(() => {
  client.close();
});

function call<const Method extends DescMethodUnary>(
  { parent, name, input, output }: Method,
  request: MessageInitShape<Method['input']>,
  token = grove.ownerToken,
): Promise<MessageShape<Method['output']>> {
  const metadata = new Metadata();
  if (token !== '') metadata.set('authorization', `Bearer ${token}`);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      `/${parent.typeName}/${name}`,
      (message: MessageShape<Method['input']>) => Buffer.from(toBinary(input, message)),
      (bytes) => fromBinary(output, bytes) as MessageShape<Method['output']>,
      create(input, request) as MessageShape<Method['input']>,
      metadata,
      (error, reply) => (reply === undefined ? reject(error as ServiceError) : resolve(reply)),
    );
  });
}

const messageOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => '',
    (error: ServiceError) => error.details,
  );

it('reads messages as they are', async () => {
  const { listGroups, getGroup, createGroup } = GroupsService.method;
  expect(await messageOf(call(listGroups, {}, ''))).toBe(
    'Unauthenticated: there is no token and no session',
  );
  const gone = `${grove.rootUid}/0123456789abcdef`;
  expect(await messageOf(call(getGroup, { uid: gone }))).toBe(
    `Not found: Group ${gone} does not exist`,
  );
  const group = { name: 'É%3A' };
  expect(await messageOf(call(createGroup, { parentUid: grove.rootUid, group }))).toBe(
    'Invalid argument: name: may have small letters from a to z, digits, blanks, . _ -',
  );
  const orderBy = '100%\n: é?';
  expect(await messageOf(call(listGroups, { orderBy }))).toMatch(/^Invalid argument: order_by: /);
  const unknown = { ...listGroups, name: 'Nothing' };
  expect(await messageOf(call(unknown, {}))).toBe(
    'Not implemented: there is no method grove.iam.v2beta1.GroupsService/Nothing',
  );
});

it('gets every page, however large the resources are', async () => {
  const group = await newGroup(grove, grove.rootUid, 'large');
  const summary = 'x'.repeat(300_000);
  const names = Array.from({ length: 40 }, (_, at) => `artifact-${100 + at}`);
  for (const artifactName of names) {
    await insertAdvisory(group, 'CVE-2026-0001', { artifactName, summary });
  }
  const { listAdvisories } = AdvisoriesService.method;
  const found: string[] = [];
  let pageToken = '';
  let pages = 0;
  do {
    const asked = { uidp: { childrenOf: group }, pageSize: 200, orderBy: 'artifact_name' };
    const page = await call(listAdvisories, { ...asked, pageToken });
    expect(page.totalCount).toBe(40n);
    found.push(...page.advisories.map(({ artifactName = '' }) => artifactName));
    pageToken = page.nextPageToken;
    pages += 1;
  } while (pageToken !== '');
  expect(found).toEqual(names);
  expect(pages).toBeGreaterThan(2);
});
