import { describe, expect, it } from 'vitest';
import { attachedText, kindOf } from './attached-kinds.ts';

describe('the kind of what refers to an image', () => {
  it('is a word for what cosign attaches', () => {
    const types = ['sig', 'att', 'sbom'].map(
      (kind) => `application/vnd.dev.cosign.artifact.${kind}.v1+json`,
    );
    expect(types.map(kindOf)).toEqual(['Signature', 'Attestation', 'SBOM']);
    expect(attachedText(types)).toBe('3 attached');
    expect(attachedText(types.slice(0, 1))).toBe('Signature');
  });

  it.each([
    ['application/vnd.cncf.notary.signature', 'Signature'],
    ['application/vnd.in-toto+json', 'Attestation'],
    ['application/spdx+json', 'SBOM'],
    ['application/vnd.cyclonedx+json', 'SBOM'],
    ['application/vnd.example.other', 'application/vnd.example.other'],
    ['', 'Artifact'],
  ])('of %j is %s', (artifactType, kind) => expect(kindOf(artifactType)).toBe(kind));

  it('has room for a short word only', () =>
    expect(attachedText(['application/vnd.example.other'])).toBe('1 attached'));
});
