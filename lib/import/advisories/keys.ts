/** Decides when two advisories of a group are the same. */
import { placeIn, type Place } from '#lib/advisory-formats/artifacts.ts';

/** The same for packages of one vulnerability that are the same. */
export const placeKey = (place: Place): string => JSON.stringify(Object.values(placeIn(place)));

export function wholeKey(of: Place & { advisoryId: string; isKeyedByArtifact?: boolean }): string {
  const { advisoryId, artifactName, artifactType, artifactFamily } = of;
  const ofArtifact = [advisoryId, artifactName, artifactType, artifactFamily];
  return JSON.stringify(of.isKeyedByArtifact === true ? ofArtifact : [advisoryId, placeKey(of)]);
}
