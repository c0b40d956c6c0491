/** What makes two advisories of a group the same one. */
import type { ImportedAdvisory } from './types.ts';

export type Key = Pick<
  ImportedAdvisory,
  | 'advisoryId'
  | 'artifactName'
  | 'artifactType'
  | 'artifactArchitecture'
  | 'componentName'
  | 'componentLocation'
  | 'isKeyedByArtifact'
>;

export const artifactKey = ({ advisoryId, artifactName, artifactType }: Key): string =>
  JSON.stringify([advisoryId, artifactName, artifactType]);

export function wholeKey(key: Key): string {
  const { artifactArchitecture, componentName, componentLocation } = key;
  if (key.isKeyedByArtifact === true) return artifactKey(key);
  return `${artifactKey(key)}${JSON.stringify([artifactArchitecture, componentName, componentLocation])}`;
}
