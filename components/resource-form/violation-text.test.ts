import { describe, expect, it } from 'vitest';
import { violationText } from '#components/resource-form/violation-text.ts';

describe('violationText', () => {
  it.each([
    ['is required', 'Name is required'],
    ['may have digits', 'Name may have digits'],
    ['there already is a group with this name', 'There already is a group with this name'],
  ])('tells "%s" as "%s"', (description, sentence) => {
    expect(violationText('Name', description)).toBe(sentence);
  });
});
