import { describe, expect } from 'vitest';
import { groupsDelete } from '../../../cli/groups.ts';
import { grove, it, newName } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, denied, failure, ok } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { newGroup, newRole, personWith } from '../support/people.ts';
import { insertAdvisory, insertRepo, insertTag } from '../support/rows.ts';

const IAM = '/iam/v2beta1';

const deleteContents = (groupUid: string, more: Json = {}, by?: { token: string }) =>
  grove.post(`${IAM}/groups:deleteContents`, { groupUid, ...more }, by);

/** A group with a repository, tags and advisories in a group below it. */
async function filled() {
  const top = await newGroup(grove, grove.rootUid);
  const inner = await newGroup(grove, top);
  const repo = await insertRepo(inner, newName('repo'));
  const tags = [await insertTag(repo, 'a'), await insertTag(repo, 'b')];
  const retired = await insertAdvisory(inner, 'CGA-1', { artifactName: 'retired' });
  const kept = await insertAdvisory(top, 'CGA-2');
  return { top, inner, repo, tags, retired, kept };
}

async function all(groupUid: string): Promise<number> {
  for (let deleted = 0; ;) {
    const part = ok(await deleteContents(groupUid));
    deleted += Number(part['deleted']);
    if (part['left'] === '0') return deleted;
  }
}

const eventsOf = async (resource: string) =>
  (await list(grove, `${IAM}/auditEvents`, { resource })).items.map(({ type }) => type);

describe('deleting contents', () => {
  it('deletes repositories, tags and advisories below, a kind at a time, with a record of each', async () => {
    const { top, repo, tags, retired, kept } = await filled();
    const beside = await filled();
    expect(await all(top)).toBe(5);
    expect(await eventsOf(repo)).toEqual(['grove.registry.repo.deleted.v1']);
    for (const tag of tags) expect(await eventsOf(tag)).toEqual(['grove.registry.tag.deleted.v1']);
    for (const one of [retired, kept]) {
      expect(await eventsOf(one)).toEqual(['grove.vulnerabilities.advisory.deleted.v1']);
    }
    expect(await all(top)).toBe(0);
    expect(await all(beside.top)).toBe(5);
  });

  it('of one artifact takes its advisories alone, for whoever may import there', async () => {
    const { top, inner, retired, repo } = await filled();
    const role = await newRole(grove, ['groups.list', 'advisories.list', 'advisories.import']);
    const importer = await personWith(grove, role, inner);
    const asked = { collections: ['advisories'], artifactName: 'retired' };
    denied(await deleteContents(top, asked, importer), 'advisories.import', top);
    denied(await deleteContents(inner, {}, importer), 'repo.sync', inner);
    const part = ok(await deleteContents(inner, asked, importer));
    expect(part).toEqual({ deleted: 1, left: '0' });
    failure(await grove.get(`/vulnerabilities/v2beta1/advisories/${retired}`), 'NOT_FOUND');
    ok(await grove.get(`/registry/v2beta1/repos/${repo}`));
    expect(badFields(await deleteContents(inner, { artifactName: 'x' }))).toEqual(['collections']);
    expect(badFields(await deleteContents(inner, { collections: ['tags'] }))).toEqual([
      'collections.0',
    ]);
  });
});

describe('grove groups delete --with-contents', () => {
  it('deletes a group with everything in it', async () => {
    const { top, inner } = await filled();
    const claimMatch = { issuer: 'https://ci.example.com', subject: newName('subject') };
    const identity = { name: 'ci', claimMatch };
    const { uid: identityUid } = ok(await grove.post(`${IAM}/identities/${inner}`, identity));
    const role = { name: 'reader', capabilities: ['groups.list'] };
    const { uid: roleUid } = ok(await grove.post(`${IAM}/roles/${inner}`, role));
    ok(await grove.post(`${IAM}/roleBindings/${inner}`, { identityUid, roleUid }));
    ok(await grove.post(`${IAM}/groupInvites/${inner}`, { roleUid, ttl: '3600s' }));
    expect(await groupsDelete([top, '--with-contents'])).toEqual({ group: top, deleted: 11 });
    failure(await grove.get(`${IAM}/groups/${top}`), 'NOT_FOUND');
    await expect(groupsDelete([grove.rootUid, '--with-contents'])).rejects.toThrow('root group');
    await expect(groupsDelete([inner])).rejects.toThrow('--with-contents');
  });
});
