/** The rows of several lists, each once. The last one with a uid counts, at the place of the first. */
export const uniqueRows = <Row extends { uid: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.uid, row])).values(),
];
