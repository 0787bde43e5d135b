/** Which syntax nodes are headings. */
const HEADING = /^(?:ATX|Setext)Heading(\d)$/;

/** @param name of a syntax node; @returns 1 to 6, or undefined for what is no heading */
export function headingLevel(name: string): number | undefined {
  const level = HEADING.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}
