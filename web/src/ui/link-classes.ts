/** The look of links in sentences. */
export const LINK_CLASSES =
  'rounded-sm font-medium text-accent underline-offset-4 hover:text-accent-hover hover:underline';
