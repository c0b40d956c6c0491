/** Repositories and their tags. */
import { sentence } from './groups.ts';
import type { Ground } from './groups.ts';
import { SHARED_IMAGES, STACKS } from './images.ts';
import type { Image, Stack } from './images.ts';
import type { Random } from './random.ts';
import { after, before, DAY_MS, HOUR_MS, later, moment } from './times.ts';
import type { Group, Repo, Tag } from './rows.ts';

export interface DemoRepo {
  row: Repo;
  tags: Tag[];
  stack: Stack;
}

/** Shared repositories in the root group, then those of services, `count` in all. */
export function planRepos(
  random: Random,
  { root, groups, now }: Ground,
  count: number,
): DemoRepo[] {
  const services = groups.filter(({ level }) => level === 'service');
  return [
    ...SHARED_IMAGES.map((image) => planRepo(random, root, image, now)),
    ...services
      .slice(0, count - SHARED_IMAGES.length)
      .map(({ row }) => planRepo(random, row, serviceImage(random, row), now)),
  ];
}

const serviceImage = (random: Random, { name }: Group): Image => ({
  name,
  description: `${sentence(name)}, built from main`,
  tier: 'APPLICATION',
  version: [random.int(2, 9), random.int(0, 30)],
  megabytes: random.int(24, 420),
  stack: random.pick(STACKS),
});

function planRepo(random: Random, group: Group, image: Image, now: Date): DemoRepo {
  const createTime = moment(random, group.createTime, after(group.createTime, 30 * DAY_MS));
  const uid = random.childUid(group.uid);
  const tags = planTags(random, { repo: uid, image, createTime, now });
  const row: Repo = {
    uid,
    parent: group.uid,
    name: image.name,
    description: image.description,
    catalogTier: image.tier,
    bundles: image.tier === 'FIPS' ? ['fips'] : [],
    aliases: image.tier === 'BASE' ? [`base/${image.name}`] : [],
    activeTags: tags
      .filter(({ deprecated }) => !deprecated)
      .map(({ name }) => name)
      .slice(0, 6),
    readme: `${image.description}.\n\nRebuilt every night; \`latest\` is the newest release.`,
    seenTime: null,
    createTime,
    updateTime: tags.map(({ updateTime }) => updateTime).reduce(later),
    revision: 1,
  };
  return { row, tags, stack: image.stack };
}

interface TagsRequest {
  repo: string;
  image: Image;
  createTime: Date;
  now: Date;
}

/** `latest`, then the release lines from newest to oldest: each line's tag and its patches. */
function planTags(random: Random, { repo, image, createTime, now }: TagsRequest): Tag[] {
  const tags: Tag[] = [];
  const wanted = random.int(8, 30);
  const architectures = random.chance(0.8) ? ['amd64', 'arm64'] : ['amd64'];
  let [major, minor] = image.version;
  let time = before(now, random.int(1, 60) * HOUR_MS);
  let size = image.megabytes * 1e6;
  const add = (name: string, digest: string, isOld: boolean) => {
    const row = { name, digest, deprecated: isOld, sizeBytes: BigInt(Math.round(size)) };
    const updateTime = later(createTime, time);
    tags.push({
      ...row,
      uid: random.childUid(repo),
      parent: repo,
      bundles: image.tier === 'FIPS' ? ['fips'] : [],
      mediaType: 'application/vnd.oci.image.index.v1+json',
      architectures,
      referrers: null,
      seenTime: null,
      createTime: later(createTime, before(updateTime, random.int(0, 20) * DAY_MS)),
      updateTime,
      revision: 1,
    });
  };
  for (let line = 0; tags.length < wanted; line += 1) {
    const patches = Math.min(random.int(2, 5), wanted);
    for (let patch = patches; patch >= 0 && tags.length < wanted; patch -= 1) {
      const digest = `sha256:${random.hex(64)}`;
      const isNewest = patch === patches;
      if (line === 0 && isNewest) add('latest', digest, false);
      if (isNewest) add(`${major}.${minor}`, digest, line > 2);
      add(`${major}.${minor}.${patch}`, digest, line > 2);
      time = before(time, random.int(4, 15) * DAY_MS);
      size *= 0.97 + random.next() * 0.04;
    }
    minor -= 1;
    if (minor < 0) [major, minor] = [major - 1, random.int(4, 12)];
  }
  return tags.slice(0, wanted);
}
