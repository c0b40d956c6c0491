import { describe, expect, it } from 'vitest';
import {
  type ChoiceFilter,
  choicesOf,
  chosenBy,
  countedValues,
  selectedOf,
  type TextFilter,
  valuesOf,
} from './filter-spec.ts';

const options = ['a', 'b', 'c'].map((id) => ({ id, label: id }));
const status: ChoiceFilter = {
  kind: 'choice',
  param: 'statuses',
  label: 'Status',
  options,
  isMultiple: true,
  sets: [{ id: 'open', label: 'Open', values: ['a', 'b'] }],
};

describe('a set of a filter', () => {
  it('can be selected before its values', () =>
    expect(choicesOf(status).map(({ id }) => id)).toEqual(['open', 'a', 'b', 'c']));

  it.each([
    ['adds its values', ['c'], ['open', 'c'], ['c', 'a', 'b']],
    ['completes its values', ['a'], ['open', 'a'], ['a', 'b']],
    ['takes its values away', ['c', 'a', 'b'], ['c', 'a', 'b'], ['c']],
    ['leaves one value to go', ['a', 'b'], ['open', 'b'], ['b']],
    ['leaves one value to come', ['a', 'b'], ['open', 'a', 'b', 'c'], ['a', 'b', 'c']],
  ])('%s', (_, before, selected, after) =>
    expect(chosenBy(status, before, selected)).toEqual(after),
  );

  it('is selected with all of its values', () => {
    expect(selectedOf(status, ['a', 'b', 'c'])).toEqual(['open', 'a', 'b', 'c']);
    expect(selectedOf(status, ['a', 'c'])).toEqual(['a', 'c']);
  });
});

it('counts a set by all of its values, and a value by itself', () => {
  expect(valuesOf(status, 'open')).toEqual(['a', 'b']);
  expect(valuesOf(status, 'a')).toEqual(['a']);
});

it('counts by choices at once, and by texts once they have settled', () => {
  const name: TextFilter = { kind: 'text', param: 'name', label: 'Name' };
  const typing = { statuses: ['a'], name: ['lo'] };
  expect(countedValues([status, name], typing, {})).toEqual({ statuses: ['a'] });
  expect(countedValues([status, name], { name: ['lo'] }, typing)).toEqual({ name: ['lo'] });
  expect(countedValues([status, name], {}, typing)).toEqual({ name: ['lo'] });
  expect(countedValues([status, name], typing, typing)).toEqual(typing);
});
