/** "1 page", "1,200 pages". */
export function countPages(count: number): string {
  return counted(count, 'page', 'pages');
}

/** "1 file", "1,200 files". */
export function countFiles(count: number): string {
  return counted(count, 'file', 'files');
}

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
