/** Words for what refers to an image, by its media type. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/cosign\.artifact\.sig\.|notary\.signature|simplesigning/, 'Signature'],
  [/cosign\.artifact\.att\.|in-toto|dsse/, 'Attestation'],
  [/cosign\.artifact\.sbom\.|spdx|cyclonedx|syft/, 'SBOM'],
];

/** @returns the media type itself if it is of no known kind. */
export function kindOf(artifactType: string): string {
  return KINDS.find(([pattern]) => pattern.test(artifactType))?.[1] ?? (artifactType || 'Artifact');
}

/** What one word or number says of all of them: `Signature`, or `3 attached`. */
export function attachedText(artifactTypes: readonly string[]): string {
  const [kind = '', ...others] = new Set(artifactTypes.map(kindOf));
  const isKnown = KINDS.some(([, word]) => word === kind);
  return artifactTypes.length === 1 && isKnown && others.length === 0
    ? kind
    : `${artifactTypes.length} attached`;
}
