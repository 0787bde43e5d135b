/** How much one import takes. An archive may claim anything, so what comes out of it is counted while it comes. */

/** As much as a page holds (see the database's limit on `pages.content`). */
export const LARGEST_PAGE_BYTES = 5 * 1024 * 1024;
export const MOST_PAGES = 10_000;
/** Counts every file, pages among them. */
export const MOST_FILES = 50_000;
export const LARGEST_IMPORT_BYTES = 256 * 1024 * 1024;
/** Files that are no pages, all together, unpacked. The workspace's own limit is the server's. */
export const LARGEST_IMPORT_FILES_BYTES = 10 * 1024 * 1024 * 1024;
/** An unpacked file has to fit into the browser before it is sent. */
export const LARGEST_UNPACKED_FILE_BYTES = 2 * 1024 * 1024 * 1024;
/** An archive inside an archive, as Notion makes them: it has to be unpacked before it can be read. */
export const LARGEST_INNER_ARCHIVE_BYTES = 512 * 1024 * 1024;
export const DEEPEST = 50;
