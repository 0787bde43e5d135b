/** The longest and shortest texts that the server takes, in characters. */

export const MINIMUM_PASSWORD_LENGTH = 6;

export const LONGEST_PAGE_NAME = 500;
export const LONGEST_PAGE_DESCRIPTION = 5000;
export const LONGEST_FULL_NAME = 200;
export const LONGEST_WORKSPACE_NAME = 200;
export const LONGEST_TEMPLATE_DESCRIPTION = 500;
