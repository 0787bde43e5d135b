/** Notion's names of exported files: the name, then the page's id of 32 hexadecimal digits. */

const WITH_ID = /^(.*?)[ -]?([0-9a-f]{32})$/is;
const ADDRESS = /^https:\/\/(?:www\.)?notion\.(?:so|com|site)\/(?:[^?#]*[-/])?([0-9a-f]{32})(?:[?#]|$)/i;

/** @param name without an extension */
export function splitNotionName(name: string): { readonly name: string; readonly id: string | undefined } {
  const [, plain = '', id] = WITH_ID.exec(name) ?? [];
  return id === undefined ? { name, id } : { name: plain.trim(), id: id.toLowerCase() };
}

/** @returns the id in the address of a page on Notion's site */
export function notionIdOf(address: string): string | undefined {
  return ADDRESS.exec(address)?.[1]?.toLowerCase();
}

/** The folder around everything in it says nothing to people. */
export function isNotionWrapper(folder: string): boolean {
  return /^(Export|ExportBlock)-[0-9a-f-]{36}(-Part-\d+)?$/i.test(folder);
}

/** Notion puts its export into archives of some size, and these into the one that is downloaded. */
export function isPartOfExport(path: string): boolean {
  return /-Part-\d+\.zip$/i.test(path);
}
