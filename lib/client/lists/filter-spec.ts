/** The filters of a list, for its address and its screen. */
import type { Named } from '#lib/client/resources/names.ts';

export interface FilterOption {
  id: string;
  label: string;
}

interface Spec {
  label: string;
  /** Whether it shows only where it is set, and among all filters. */
  isRare?: boolean;
}

/** One of a few values, or several of them where the API's parameter repeats. */
export interface ChoiceFilter extends Spec {
  kind: 'choice';
  param: string;
  options: readonly FilterOption[];
  isMultiple?: boolean;
  /** Whether its open menu says how many rows each choice has. */
  isCounted?: boolean;
  /** Several values under one name. The address has the values. */
  sets?: readonly (FilterOption & { values: readonly string[] })[];
}

/** An exact text, or several where the API's parameter repeats. */
export interface TextFilter extends Spec {
  kind: 'text';
  param: string;
  isMultiple?: boolean;
}

/** From one day to another; a list that has only one end has no `until`. */
export interface PeriodFilter extends Spec {
  kind: 'period';
  since: string;
  until?: string;
}

/** One identity, role or group, or a resource of any kind. */
export interface ResourceFilter extends Spec {
  kind: 'resource';
  param: string;
  resource: Exclude<Named, 'repos'> | 'things';
}

export type FilterSpec = ChoiceFilter | TextFilter | PeriodFilter | ResourceFilter;

/** By API parameter, without empty ones. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** The parameters of the address and of the API that the filter sets. */
export function paramsOf(spec: FilterSpec): readonly string[] {
  if (spec.kind !== 'period') return [spec.param];
  return spec.until === undefined ? [spec.since] : [spec.since, spec.until];
}

export const filterId = (spec: FilterSpec): string =>
  spec.kind === 'period' ? spec.since : spec.param;

export const isSet = (spec: FilterSpec, values: FilterValues): boolean =>
  paramsOf(spec).some((param) => param in values);

export function without(spec: FilterSpec, values: FilterValues): FilterValues {
  const own = paramsOf(spec);
  return Object.fromEntries(Object.entries(values).filter(([param]) => !own.includes(param)));
}

/** The values with a parameter set; it is absent where there is nothing. */
export function withValues(
  values: FilterValues,
  param: string,
  next: readonly string[],
): FilterValues {
  const { [param]: _, ...others } = values;
  return next.length === 0 ? others : { ...others, [param]: next };
}

/** The values that counts follow: choices at once, a text once nobody types. */
export function countedValues(
  specs: readonly FilterSpec[],
  values: FilterValues,
  settled: FilterValues,
): FilterValues {
  const choices = specs.filter(({ kind }) => kind === 'choice').flatMap(paramsOf);
  const isChoice = ([param]: [string, unknown]) => choices.includes(param);
  return Object.fromEntries([
    ...Object.entries(values).filter(isChoice),
    ...Object.entries(settled).filter((entry) => !isChoice(entry)),
  ]);
}

const isWhole = (values: readonly string[], chosen: readonly string[]): boolean =>
  values.every((value) => chosen.includes(value));

/** What can be selected: the sets first. */
export const choicesOf = ({ sets = [], options }: ChoiceFilter): readonly FilterOption[] => [
  ...sets,
  ...options,
];

export const valuesOf = ({ sets = [] }: ChoiceFilter, choice: string): readonly string[] =>
  sets.find(({ id }) => id === choice)?.values ?? [choice];

/** The selected choices: each value, and each set whose values are all selected. */
export const selectedOf = ({ sets = [] }: ChoiceFilter, chosen: readonly string[]): string[] => [
  ...sets.filter(({ values }) => isWhole(values, chosen)).map(({ id }) => id),
  ...chosen,
];

/** The values after a choice was added to the selected ones, or taken away. */
export function chosenBy(
  { sets = [] }: ChoiceFilter,
  chosen: readonly string[],
  selected: readonly string[],
): readonly string[] {
  for (const { id, values } of sets) {
    const others = chosen.filter((value) => !values.includes(value));
    const isSelected = selected.includes(id);
    if (isSelected !== isWhole(values, chosen)) return isSelected ? [...others, ...values] : others;
  }
  return selected.filter((value) => !sets.some(({ id }) => id === value));
}
