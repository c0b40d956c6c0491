import { describe, expect, it } from 'vitest';
import { violationText } from '#components/resource-form/violation-text.ts';

describe('violationText', () => {
  it.each([
    ['is required', 'Name is required'],
    ['must match ^[a-z]$', 'Name must match ^[a-z]$'],
    ['there already is a group with this name', 'There already is a group with this name'],
  ])('tells "%s" as "%s"', (description, sentence) => {
    expect(violationText('Name', description)).toBe(sentence);
  });
});
