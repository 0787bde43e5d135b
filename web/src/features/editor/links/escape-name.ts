/** A name is text: nothing in it may end the link or become syntax of its own. */
export function escapeName(name: string): string {
  return name.replaceAll(/[\\`*_[\]<>~|!]/g, String.raw`\$&`);
}
