import { expect, it } from 'vitest';
import { lowered, withScheme } from '#components/resource-form/tidy.ts';

it.each([
  ['registry.example.com', 'https://registry.example.com'],
  ['localhost:5000/a', 'https://localhost:5000/a'],
  ['http://registry.example.com', 'http://registry.example.com'],
  ['', ''],
])('takes "%s" for the address "%s"', (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});

it('takes a name in capitals for one in small letters', () => {
  expect(lowered('Payments EU')).toBe('payments eu');
});
