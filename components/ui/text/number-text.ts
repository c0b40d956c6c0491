/** A whole number with its thousands apart, "12,345". The first `Intl` of a page takes it 30 ms. */
export const numberText = (count: number): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
