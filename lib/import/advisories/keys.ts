/** Decides when two advisories of a group are the same. */

import type { Place } from '#lib/advisory-formats/artifacts.ts';

interface Key extends Place {
  advisoryId: string;
  isKeyedByArtifact?: boolean;
}

export function wholeKey(key: Key): string {
  const { advisoryId, artifactName, artifactType, artifactFamily } = key;
  const ofArtifact = [advisoryId, artifactName, artifactType, artifactFamily];
  if (key.isKeyedByArtifact === true) return JSON.stringify(ofArtifact);
  const { artifactArchitecture, componentName, componentLocation } = key;
  return JSON.stringify([...ofArtifact, artifactArchitecture, componentName, componentLocation]);
}

/** Like {@link wholeKey}, for the packages of one vulnerability. */
export const placeKey = (key: Omit<Key, 'advisoryId'>): string =>
  wholeKey({ ...key, advisoryId: '' });
