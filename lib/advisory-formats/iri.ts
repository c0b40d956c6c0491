/** Identifiers of products in OpenVEX are IRIs. Another name becomes one that adds no meaning. */
const OWN = 'urn:grove:';

/** The name as an IRI: unchanged if it is one, else as `urn:grove:` with the name encoded. */
export function iriOf(name: string): string;
export function iriOf(name: string | undefined): string | undefined;
export function iriOf(name: string | undefined): string | undefined {
  if (name === undefined || /^[a-z][a-z0-9+.-]*:[^\s<>|"{}^`]*$/i.test(name)) return name;
  return `${OWN}${encodeURIComponent(name)}`;
}

/** The name that {@link iriOf} was given. Other text stays as it is. */
export function nameOfIri(iri: string): string {
  if (!iri.startsWith(OWN)) return iri;
  try {
    return decodeURIComponent(iri.slice(OWN.length)) || iri;
  } catch {
    return iri;
  }
}
