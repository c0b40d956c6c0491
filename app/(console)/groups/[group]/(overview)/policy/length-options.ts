import { lengthText } from '#lib/client/resources/policy.ts';

/** The options: the operator's limit, some lengths, and the current one. */
export function lengthsWith(
  current: string,
  lengths: readonly string[],
  unset = 'As long as the installation allows',
) {
  const all = current === '' || lengths.includes(current) ? lengths : [...lengths, current];
  return [{ id: '', label: unset }, ...all.map((id) => ({ id, label: lengthText(id) }))];
}
