const PREDICATE = /^(is|are|must|may|can|cannot|has|does|needs|contains|holds|names|says) /;

/**
 * A violation as a sentence: "is required" becomes "Name is required"; a full sentence stays as it
 * is.
 */
export function violationText(label: string, description: string): string {
  const text = PREDICATE.test(description) ? `${label} ${description}` : description;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
