/** Sent to the address of a new account. */
import type { LinkMailText } from './layout.ts';

export const confirmation: LinkMailText = {
  subject: 'Confirm your email address',
  introduction: 'Welcome to Trellis. Confirm that this is your email address to start using your account.',
  action: 'Confirm email address',
  smallPrint:
    'The link works once, for 24 hours. If you did not sign up, ignore this mail and nothing will happen.',
};
