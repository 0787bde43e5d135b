/** The words of each mail with a link or a code in it. */
import type { LinkKind } from './link-kinds.ts';

export interface MailText {
  readonly subject: string;
  readonly introduction: string;
  /** The label of the link; without one the mail has a code only. */
  readonly action?: string;
  readonly smallPrint: string;
  /** Shown on the page that the link opens: why not to press its button if somebody else asked for the mail. */
  readonly warning?: string;
}

const IGNORE = 'ignore this mail and nothing will happen.';

export const LINK_MAILS: Record<LinkKind, MailText> = {
  signup: {
    subject: 'Confirm your email address',
    introduction: 'Welcome to Trellis. Confirm that this is your email address to start using your account.',
    action: 'Confirm email address',
    smallPrint: `The link works once, for 24 hours, the code for one. If you did not sign up, ${IGNORE}`,
    warning: "If you did not sign up, close this page: somebody else did, and chose the account's password.",
  },
  invite: {
    subject: 'You are invited to Trellis',
    introduction: 'An account was made for you on Trellis, where your team writes and keeps its pages.',
    action: 'Accept the invitation',
    smallPrint: `The link works once, for seven days, the code for one hour. If you do not know what this is about, ${IGNORE}`,
  },
  recovery: {
    subject: 'Reset your password',
    introduction: 'Somebody, hopefully you, asked to reset the password of your Trellis account.',
    action: 'Set a new password',
    smallPrint:
      'Link and code work once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
  },
  magiclink: {
    subject: 'Your sign-in link',
    introduction:
      'Here is your way into Trellis: open the link on the device that you want to sign in on, or type the code there.',
    action: 'Sign in to Trellis',
    smallPrint: `Link and code work once, for one hour. If you did not ask for them, ${IGNORE}`,
  },
  email_change: {
    subject: 'Confirm your new email address',
    introduction: 'Confirm that you want to use this email address for your Trellis account from now on.',
    action: 'Confirm new email address',
    smallPrint: `The link works once, for 24 hours, the code for one. If you did not ask for this, ${IGNORE}`,
    warning:
      'If you did not ask for this, close this page: somebody else did, and would then have an account with your address.',
  },
  reauthentication: {
    subject: 'Your confirmation code',
    introduction: 'Type this code in Trellis to confirm that it is you.',
    smallPrint:
      'The code works once, for one hour. If you did not ask for it, somebody else may be signed in to your account: change your password.',
  },
};
