import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attachedBy,
  attachmentTags,
  isRepositoryName,
  isTagName,
  referredDigest,
  referrersTag,
} from './names.ts';

describe('names', () => {
  it.each(['a', 'team/shop', 'a.b_c__d-e---f/0'])('%j is one of a repository', (name) =>
    expect(isRepositoryName(name)).toBe(true),
  );
  it.each(['', '/', 'a/', 'A', 'a..b', '../a', 'a//b', 'a?b', 'a%2fb', 'a b', 'x'.repeat(256)])(
    '%j is none',
    (name) => expect(isRepositoryName(name)).toBe(false),
  );

  it('of repositories and tags are safe in an address as they are', () => {
    const any = fc.string({ unit: fc.constantFrom(...'ab0./_-?#%&\\ @:Z'), maxLength: 12 });
    const likely = fc.stringMatching(/^[a-z0-9]+(?:[._/-]+[a-z0-9]+){0,4}$/);
    fc.assert(
      fc.property(fc.oneof(any, likely), fc.oneof(any, likely), (repository, tag) => {
        const path = `/v2/${repository}/manifests/${tag}`;
        const isSafe = new URL(path, 'https://r.example').pathname === path;
        expect(isSafe || !isRepositoryName(repository) || !isTagName(tag)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tell which tags list referrers', () => {
    const digest = `sha256:${'0a'.repeat(32)}`;
    expect(referredDigest(referrersTag(digest))).toBe(digest);
    for (const tag of ['latest', 'sha256-0a', `${referrersTag(digest)}.sig`]) {
      expect(referredDigest(tag)).toBeNull();
    }
  });

  it('tell which tags attach something to a digest', () => {
    const subject = `sha256:${'0a'.repeat(32)}`;
    const tags = attachmentTags(subject);
    expect(tags.map(attachedBy)).toEqual(
      ['sig', 'att', 'sbom'].map((kind) => ({
        subject,
        artifactType: `application/vnd.dev.cosign.artifact.${kind}.v1+json`,
      })),
    );
    const image = referrersTag(subject);
    for (const tag of ['v1.sig', image, `${image}.txt`, `${image}.sig.sig`, 'sha256-0a.sig']) {
      expect(attachedBy(tag)).toBeNull();
    }
  });
});
