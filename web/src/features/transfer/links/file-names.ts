/** The names of files on this server, as texts hold them. Apart from `file-address.ts`, which every page loads. */
/** Wherever the database takes words for the name of a file, with the rest of the address. */
export const FILE_NAMES =
  /\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?<rest>(?:\/[^\s()<>[\]"'`]*)?)/gi;
/** The id of no file. */
export const NO_FILE = '00000000-0000-0000-0000-000000000000';
