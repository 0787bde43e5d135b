/** The names of links that a page defines elsewhere, as they are compared. */
/** @returns the name of a link as it is compared with others */
export function linkKey(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase();
}
