/**
 * The look of all mails: the name, a heading, a sentence, a button, a code, small print. It uses tables and inline
 * styles, as mail programs know nothing newer; programs that can show it in the reader's colours do.
 */
export interface MailParts {
  readonly subject: string;
  readonly introduction: string;
  /** A second paragraph. */
  readonly note?: string | undefined;
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  readonly code?: string | undefined;
  readonly smallPrint: string;
}

export interface LaidOut {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function layOut(parts: MailParts): LaidOut {
  return { subject: parts.subject, text: textOf(parts), html: htmlOf(parts) };
}

function textOf({ introduction, note, link, code, smallPrint }: MailParts): string {
  return [
    introduction,
    note,
    link && `${link.label}:\n${link.url}`,
    code && (link ? `Or type this code: ${code}` : `Code: ${code}`),
    smallPrint,
    '-- \nTrellis',
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
    .concat('\n');
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

// Colours that a mail program which removes <style> shows are inline; these are for readers in the dark.
const DARK = `
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .page { background: #16181a !important; }
        .card { background: #1f2225 !important; border-color: #33383d !important; }
        .strong { color: #f1f3f4 !important; }
        .soft, .soft a { color: #a5adb5 !important; }
        .code { background: #16181a !important; border-color: #33383d !important; color: #f1f3f4 !important; }
        .rule { border-color: #33383d !important; }
      }`;

function htmlOf({ subject, introduction, note, link, code, smallPrint }: MailParts): string {
  const title = escapeHtml(subject);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${title}</title>
    <style>${DARK}
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#f6f6f4;${FONT}">
    <div style="display:none;max-height:0;overflow:hidden">${escapeHtml(introduction)}</div>
    <table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f6f4">
      <tr><td align="center" style="padding:40px 16px">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
          <tr><td class="strong" style="padding:0 4px 20px;font-size:17px;font-weight:650;letter-spacing:-0.01em;color:#1f2328">Trellis</td></tr>
          <tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e4e4e0;border-radius:12px">
            <h1 class="strong" style="margin:0 0 12px;font-size:22px;line-height:1.3;letter-spacing:-0.01em;color:#1f2328">${title}</h1>
${paragraph(introduction)}${note ? paragraph(note) : ''}${link ? button(link) : ''}${code ? codeBox(code, link !== undefined) : ''}            <p class="soft rule" style="margin:0;padding-top:20px;border-top:1px solid #e4e4e0;font-size:13px;line-height:1.55;color:#57606a">${escapeHtml(smallPrint)}</p>
          </td></tr>
${link ? address(link.url) : ''}        </table>
      </td></tr>
    </table>
  </body>
</html>
`;
}

function paragraph(text: string): string {
  return `            <p class="strong" style="margin:0 0 24px;font-size:16px;line-height:1.55;color:#1f2328">${escapeHtml(text)}</p>
`;
}

function button({ label, url }: { readonly label: string; readonly url: string }): string {
  return `            <p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#17745a;color:#ffffff;font-size:16px;font-weight:600;line-height:1.25;text-decoration:none">${escapeHtml(label)}</a></p>
`;
}

function codeBox(code: string, besideLink: boolean): string {
  const lead = besideLink
    ? '            <p class="soft" style="margin:0 0 8px;font-size:14px;line-height:1.5;color:#57606a">Or type this code:</p>\n'
    : '';
  return `${lead}            <p class="code" style="margin:0 0 28px;padding:14px 16px;background:#f6f6f4;border:1px solid #e4e4e0;border-radius:8px;${MONO};font-size:26px;font-weight:600;line-height:1.2;letter-spacing:0.24em;text-align:center;color:#1f2328">${escapeHtml(code)}</p>
`;
}

function address(url: string): string {
  const shown = escapeHtml(url);
  return `          <tr><td class="soft" style="padding:20px 4px 0;font-size:12px;line-height:1.5;color:#57606a;word-break:break-all">If the button does not work, open this address: <a href="${shown}" style="color:#57606a">${shown}</a></td></tr>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
