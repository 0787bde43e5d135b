/** Sent to the new address of an account whose holder wants to change it. */
import type { LinkMailText } from './layout.ts';

export const emailChange: LinkMailText = {
  subject: 'Confirm your new email address',
  introduction: 'Confirm that you want to use this email address for your Trellis account from now on.',
  action: 'Confirm new email address',
  smallPrint:
    'The link works once, for 24 hours. If you did not ask for this, ignore this mail and nothing will happen.',
};
