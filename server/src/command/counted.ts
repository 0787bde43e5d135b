/** @returns such as `1 row`, or `2 rows` */
export function counted(number: number, thing: string): string {
  return `${number} ${number === 1 ? thing : `${thing}s`}`;
}
