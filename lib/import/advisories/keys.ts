/** Decides when two advisories of a group are the same. */
import { placeIn, type Place } from '#lib/advisory-formats/artifacts.ts';

/** The same for packages of one vulnerability that are the same, whatever their `componentType`. */
export function placeKey(of: Place): string {
  const { componentType: _, ...place } = placeIn(of);
  return JSON.stringify(Object.values(place));
}

export function wholeKey(of: Place & { advisoryId: string; isKeyedByArtifact?: boolean }): string {
  const { advisoryId, artifactName, artifactType, artifactFamily } = of;
  const ofArtifact = [advisoryId, artifactName, artifactType, artifactFamily];
  return JSON.stringify(of.isKeyedByArtifact === true ? ofArtifact : [advisoryId, placeKey(of)]);
}
