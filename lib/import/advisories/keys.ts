/** Decides when two advisories of a group are the same. */

export interface Key {
  advisoryId: string;
  artifactName: string;
  artifactType: string;
  artifactArchitecture: string;
  componentName: string;
  componentLocation: string;
  isKeyedByArtifact?: boolean;
}

export const artifactKey = ({ advisoryId, artifactName, artifactType }: Key): string =>
  JSON.stringify([advisoryId, artifactName, artifactType]);

export function wholeKey(key: Key): string {
  const { artifactArchitecture, componentName, componentLocation } = key;
  if (key.isKeyedByArtifact === true) return artifactKey(key);
  return `${artifactKey(key)}${JSON.stringify([artifactArchitecture, componentName, componentLocation])}`;
}
