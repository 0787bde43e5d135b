/** The values of a page before anybody chooses others. */

export const DEFAULT_PAGE_NAME = 'Untitled';
export const DUPLICATE_SUFFIX = ' copy';
export const PAGE_CONTENT_TYPE = 'markdown';
