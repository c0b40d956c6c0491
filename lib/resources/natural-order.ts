/**
 * A text for each name, so that the texts are ordered as versions are: numbers by their value, and
 * 1.0-rc before 1.0. Both databases order them as they order ASCII.
 */
export function naturalOrder(name: string): string {
  const numbered = name.replaceAll(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '');
    return `${String(number.length).padStart(LENGTH_DIGITS, '0')}${number}`;
  });
  return `${numbered.replaceAll('-', BEFORE_END)}${END}`;
}

/** No tag is longer than 128 characters. */
const LENGTH_DIGITS = 3;
const BEFORE_END = ' ';
const END = '!';
