/** The names of files on this server, as texts hold them. Apart from `file-address.ts`, which every page loads. */

/** Wherever the database takes words for the name of a file, with the rest of the address. */
export const FILE_NAMES =
  /\/files\/(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?<rest>(?:\/[^\s()<>[\]"'`]*)?)/gi;
/** The id of no file. */
export const NO_FILE = '00000000-0000-0000-0000-000000000000';

/** @returns the ids of the files that a text names */
export function namedFiles(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(FILE_NAMES), ({ groups }) => groups?.id?.toLowerCase() ?? ''))];
}

/** @returns a text in which the names of all other files lead nowhere */
export function withFilesOnly(text: string, files: ReadonlySet<string>): string {
  return text.replaceAll(FILE_NAMES, (name, id: string, rest: string) =>
    files.has(id.toLowerCase()) ? name : `/files/${NO_FILE}${rest}`,
  );
}
