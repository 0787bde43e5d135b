/** "1 page", "1,200 pages". */
export function countPages(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`;
}
