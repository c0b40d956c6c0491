/**
 * Names by the rules of the distribution specification.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
 */
const REPOSITORY =
  /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;
const DIGEST = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[a-zA-Z0-9=_-]{1,200}$/;
const REFERRERS_TAG = /^sha256-([0-9a-f]{64})$/;
const ATTACHMENT_TAG = /^(sha256-[0-9a-f]{64})\.(sig|att|sbom)$/;

/** Whether the OCI distribution specification allows the name, with its host left out. */
export function isRepositoryName(name: string): boolean {
  return name.length <= 255 && REPOSITORY.test(name);
}

/** Whether the OCI distribution specification allows the tag. */
export function isTagName(name: string): boolean {
  return TAG.test(name);
}

/** Whether it has one algorithm and one encoded hash, as the image specification has it. */
export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}

/**
 * The digest whose referrers the tag lists, for registries without a referrers API; otherwise null.
 */
export function referredDigest(tag: string): string | null {
  const hex = REFERRERS_TAG.exec(tag)?.[1];
  return hex === undefined ? null : `sha256:${hex}`;
}

/**
 * What cosign attaches by the name of a tag: a signature, an attestation or a software bill of materials of
 * the digest. Null for other names.
 *
 * @see https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md#storage
 */
export function attachedBy(tag: string): { subject: string; artifactType: string } | null {
  const [, image, kind] = ATTACHMENT_TAG.exec(tag) ?? [];
  if (image === undefined) return null;
  const artifactType = `application/vnd.dev.cosign.artifact.${kind}.v1+json`;
  return { subject: image.replace('-', ':'), artifactType };
}

/** The tags by which cosign attaches to the digest. */
export function attachmentTags(digest: string): string[] {
  return ['sig', 'att', 'sbom'].map((kind) => `${referrersTag(digest)}.${kind}`);
}

/** The tag that lists the referrers of a digest in registries without a referrers API. */
export function referrersTag(digest: string): string {
  return digest.replace(':', '-');
}
