/** The mail of an invitation: its author, the workspace, the role, and the link. */
import { setApart } from '../../../markdown/src/text/right-to-left.ts';
import type { Mail } from './mail.ts';

export interface InvitationMail {
  readonly to: string;
  readonly link: string;
  readonly organization_name: string;
  readonly inviter_name: string | null;
  readonly role: string;
}

const LONGEST_NAME = 80;
// Anyone can send a mail to anyone, under names of their choice: no name may be a link, or look like one.
const LIKE_AN_ADDRESS =
  /[@/\\]|[a-z]{2,}:\S|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61][\p{L}\p{N}]{2,}|(?:\d+\.){3}\d/iu;

export function invitationMail({ to, link, role, ...names }: InvitationMail): Mail {
  const inviter = shown(names.inviter_name) ?? 'Somebody';
  const name = shown(names.organization_name);
  const workspace = name ?? 'a workspace';
  // Begins with the product's words: a list of mails shows first that it is an invitation, and of which app.
  const subject = `Invitation to a workspace on Trellis${name === undefined ? '' : `: ${name}`}`;
  const introduction = `${inviter} invited you to work in ${workspace} on Trellis, as ${role === 'admin' ? 'an admin' : 'a member'}. Open the link to see the invitation, and to accept it with an account of this email address: an existing one, or a new one.`;
  // Seven days are up to create_invitations (supabase/migrations); invite-dialog.tsx of the web app says them,
  // too.
  const smallPrint =
    'The link works once, for seven days, and for this address only. If you do not know who this is, ignore this mail and nothing will happen.';
  return {
    to,
    subject,
    text: `${introduction}\n\nSee the invitation:\n${link}\n\n${smallPrint}\n\n-- \nTrellis\n`,
    html: layOut({ subject, introduction, smallPrint, link }),
  };
}

/** @returns the name on one line, shortened; undefined when it is empty or could be taken for an address */
function shown(name: string | null): string | undefined {
  const plain = (name ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  if (plain === '' || LIKE_AN_ADDRESS.test(plain) || LIKE_AN_ADDRESS.test(plain.normalize('NFKC')))
    return undefined;
  const characters = [...plain];
  // Mail programs turn a text that begins with a name from right to left.
  return setApart(
    characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME).join('')}…` : plain,
  );
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Tables and inline styles, as mail programs know nothing newer; the dark is for those that can show it. */
function layOut({
  subject,
  introduction,
  smallPrint,
  link,
}: {
  readonly subject: string;
  readonly introduction: string;
  readonly smallPrint: string;
  readonly link: string;
}): string {
  const title = escapeHtml(subject);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <style>
      :root { color-scheme: light dark; }
      @media (prefers-color-scheme: dark) {
        .page { background: #16181a !important; }
        .card { background: #1f2225 !important; border-color: #33383d !important; }
        .strong { color: #f1f3f4 !important; }
        .soft, .soft a { color: #a5adb5 !important; border-color: #33383d !important; }
      }
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#f6f6f4;${FONT}">
    <table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f4">
      <tr><td align="center" style="padding:40px 16px">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
          <tr><td class="strong" style="padding:0 4px 20px;font-size:17px;font-weight:650;color:#1f2328">Trellis</td></tr>
          <tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e4e4e0;border-radius:12px">
            <h1 class="strong" style="margin:0 0 12px;font-size:22px;line-height:1.3;color:#1f2328">${title}</h1>
            <p class="strong" style="margin:0 0 24px;font-size:16px;line-height:1.55;color:#1f2328">${escapeHtml(introduction)}</p>
            <p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#17745a;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">See the invitation</a></p>
            <p class="soft" style="margin:0;padding-top:20px;border-top:1px solid #e4e4e0;font-size:13px;line-height:1.55;color:#57606a">${escapeHtml(smallPrint)}</p>
          </td></tr>
          <tr><td class="soft" style="padding:20px 4px 0;font-size:12px;line-height:1.5;color:#57606a;word-break:break-all">If the button does not work, open this address: <a href="${escapeHtml(link)}" style="color:#57606a">${escapeHtml(link)}</a></td></tr>
        </table>
      </td></tr>
    </table>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
