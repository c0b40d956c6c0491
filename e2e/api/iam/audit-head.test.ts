import { expect } from 'vitest';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { isSigned, readLink } from '#lib/service/record/heads.ts';
import { pruneChain } from '#lib/service/record/prune.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import { grove, it } from '../fixtures.ts';
import { badFields, denied, ok, TIME } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, personWith } from '../support/people.ts';

const head = (uid: string, token?: string) =>
  grove.get(`/iam/v2beta1/auditEvents:head?group_uid=${uid}`, token === undefined ? {} : { token });

it('is the last record of the chain, signed', async () => {
  await newGroup(grove, grove.rootUid);
  await chainAndSign();
  const answer = ok(await head(grove.rootUid));
  const rows = await rowsIn('AuditEvent').findMany({
    where: { chain: grove.rootUid },
    orderBy: { sequence: 'desc' },
  });
  expect(answer).toEqual({
    groupUid: grove.rootUid,
    head: {
      sequence: String(rows[0]?.sequence),
      hash: rows[0]?.hash,
      signedTime: expect.stringMatching(TIME) as string,
      keyId: expect.stringMatching(/./) as string,
      signature: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
    },
  });
  const { signature, hash } = answer['head'] as { signature: string; hash: string };
  const link = readLink(signature);
  expect(link).toMatchObject({ chain: grove.rootUid, hash });
  expect(link && (await isSigned('head', link))).toBe(true);
  expect((await verifyChain(grove.rootUid, hash)).findings).toEqual([]);
});

it('has the checkpoint that stands for what was pruned', async () => {
  const root = String(ok(await grove.post('/iam/v2beta1/groups', { name: 'pruned' }))['uid']);
  const { checkpoint } = await pruneChain(root, new Date(Date.now() + 1_000), {
    actor: 'a test',
  });
  expect(ok(await head(root))).toMatchObject({
    checkpoint: { sequence: String(checkpoint?.sequence), hash: checkpoint?.hash },
  });
});

it('is for those who may read the log of the root group', async () => {
  const team = await newGroup(grove, grove.rootUid);
  const viewer = await personWith(grove, 'viewer', grove.rootUid);
  const below = await personWith(grove, 'owner', team);
  for (const { token } of [viewer, below]) {
    denied(await head(grove.rootUid, token), 'audit.list', grove.rootUid);
  }
  const auditor = await personWith(grove, 'auditor', grove.rootUid);
  ok(await head(grove.rootUid, auditor.token));
  expect(badFields(await head(team))).toEqual(['group_uid']);
  expect(badFields(await head('nonsense'))).toEqual(['group_uid']);
});
