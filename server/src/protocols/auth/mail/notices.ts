/** Mails that only inform: nothing in them has to be opened. */
import type { Letter } from '../../../mail/mail.ts';
import { layOut, type MailParts } from './layout.ts';

// The web app's page with the password and the address on it.
const ACCOUNT_SETTINGS = '/dashboard/settings';

/** For a sign-up with an account's address: the response must not reveal the account, the mail may. */
export function accountExistsNotice(to: string, siteUrl: string): Letter {
  return notice(to, {
    subject: 'You already have an account',
    introduction:
      'Somebody, hopefully you, tried to sign up to Trellis with this email address, which has an account already. Sign in with your password, or set a new one if you forgot it.',
    link: { label: 'Open Trellis', url: siteUrl },
    smallPrint: 'If it was not you, ignore this mail: nothing has changed.',
  });
}

/** To the old address, when a change is requested: the request may be somebody else's. */
export function addressChangeNotice(to: string, newAddress: string, siteUrl: string): Letter {
  return notice(to, {
    subject: 'Your email address is being changed',
    introduction: `Somebody who is signed in to your Trellis account asked to change its email address to ${newAddress}.`,
    link: { label: 'Open your account settings', url: `${siteUrl}${ACCOUNT_SETTINGS}` },
    smallPrint:
      'If it was you, there is nothing to do here. If it was not, change your password at once: that stops the change as long as the new address is not confirmed, and signs everybody else out.',
  });
}

/** To the old address, when a new one needs no confirmation: from now on only the new one signs in. */
export function addressChangedNotice(to: string, newAddress: string, siteUrl: string): Letter {
  return notice(to, {
    subject: 'Your email address was changed',
    introduction: `Somebody who is signed in to your Trellis account changed its email address to ${newAddress}. From now on that is the address to sign in with.`,
    link: { label: 'Open your account settings', url: `${siteUrl}${ACCOUNT_SETTINGS}` },
    smallPrint:
      'If it was you, there is nothing to do here. If it was not, change your password at once, on a device where you are still signed in: that signs everybody else out. Then change the address back. Where you cannot, tell whoever runs this server.',
  });
}

/** To the owner of an address who came by the provider, and got the account that somebody had made with it. */
export function accountClaimedNotice(to: string, siteUrl: string): Letter {
  return notice(to, {
    subject: 'An account with your address is yours now',
    introduction:
      'You opened the link in a mail of Trellis, or signed in at your provider. Somebody, maybe you, had made an account with your email address before, and nobody had proven that the address was theirs. The account is yours now. Its password, its two-step verification, and every sign-in on other devices have ended, and so have the invitations and join links that it had made.',
    note: 'If the account was not made by you, look at its pages, its name, and the members of its workspaces: somebody else wrote or invited them.',
    link: { label: 'Open your account settings', url: `${siteUrl}${ACCOUNT_SETTINGS}` },
    smallPrint: 'If you did not sign in just now, tell whoever runs this server.',
  });
}

/** The last mail to an account that its holder deleted: deleting it took the password. */
export function accountDeletedNotice(to: string): Letter {
  return notice(to, {
    subject: 'Your account was deleted',
    introduction:
      'Your Trellis account was deleted, as you asked, with your profile and everything that only you could see. Everything that you shared with others stays with them, without your name.',
    smallPrint:
      'If it was not you, tell whoever runs this server: somebody knew your password. The account itself cannot be brought back.',
  });
}

function notice(to: string, parts: MailParts): Letter {
  return { kind: 'notice', mail: { to, ...layOut(parts) } };
}
