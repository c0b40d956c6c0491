/** Decides when two advisories of a group are the same. */
import { placeIn, type Place } from '#lib/advisory-formats/artifacts.ts';
import { artifactNameKey, componentNameKey } from '#lib/advisory-formats/package-names.ts';

/** The same for packages of one vulnerability that are the same, whatever their `componentType`. */
export function placeKey(of: Place): string {
  const { componentType, ...place } = placeIn(of);
  const componentName = componentNameKey(componentType, of.componentName);
  return JSON.stringify(
    Object.values({ ...place, artifactName: artifactNameKey(of), componentName }),
  );
}

export function wholeKey(of: Place & { advisoryId: string; isKeyedByArtifact?: boolean }): string {
  const { advisoryId, artifactType, artifactFamily } = of;
  const ofArtifact = [advisoryId, artifactNameKey(of), artifactType, artifactFamily];
  return JSON.stringify(of.isKeyedByArtifact === true ? ofArtifact : [advisoryId, placeKey(of)]);
}
