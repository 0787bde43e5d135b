/** Names in the mail of an invitation are set apart from its sentences. */
import { expect, test } from 'vitest';
import { directionOf } from '../../../markdown/src/text/direction.ts';
import { invitationMail } from './invitation-mail.ts';

const mailFrom = (inviter_name: string, organization_name: string) =>
  invitationMail({
    to: 'ada@example.com',
    link: 'https://a.example',
    role: 'member',
    inviter_name,
    organization_name,
  });

test('a mail from somebody whose name goes from right to left is read from left to right', () => {
  const { text, html, subject } = mailFrom('דנה כהן', 'צוות 7');
  expect(text).toContain('\u2068דנה כהן\u2069 invited you to work in \u2068צוות 7\u2069 on Trellis');
  expect(html).toContain('\u2068דנה כהן\u2069 invited you');
  expect(subject).toBe('Invitation to a workspace on Trellis: \u2068צוות 7\u2069');
  expect(directionOf(text)).toBe('ltr');
});

test('a name brings no marks of its own, which could turn a sentence around', () => {
  const { text } = mailFrom('\u202edna\u2069', 'Team\u2067');
  expect(text).toContain('dna invited you to work in Team on Trellis');
});
