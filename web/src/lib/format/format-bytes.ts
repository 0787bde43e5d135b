/** Sizes of files, as people read them: in thousands, and limits of them in the units that operators set. */
const UNITS = ['KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number, thousand: 1000 | 1024 = 1000): string {
  if (bytes < thousand) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes / thousand;
  let unit = 0;
  // Rounded, it would be a thousand.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= thousand;
    unit++;
  }
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${UNITS[unit]}`;
}
