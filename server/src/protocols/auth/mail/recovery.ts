/** Sent to the holder of an account who forgot the password. */
import type { LinkMailText } from './layout.ts';

export const recovery: LinkMailText = {
  subject: 'Reset your password',
  introduction: 'Somebody, hopefully you, asked to reset the password of your Trellis account.',
  action: 'Set a new password',
  smallPrint:
    'The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
};
