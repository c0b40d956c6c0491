const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes in readable units: "12.4 MiB". */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: power === 0 ? 0 : 1 }).format(value)} ${UNITS[power] ?? ''}`;
}
