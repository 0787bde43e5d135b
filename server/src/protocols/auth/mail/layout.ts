/** One look for all mails: a heading, a sentence, a button, small print. Plain enough for every mail program. */

export interface LinkMailText {
  readonly subject: string;
  readonly introduction: string;
  /** The label of the link. */
  readonly action: string;
  readonly smallPrint: string;
}

export function layOut(
  { subject, introduction, action, smallPrint }: LinkMailText,
  url: string,
): { subject: string; text: string; html: string } {
  const href = escapeHtml(url);
  return {
    subject,
    text: `${introduction}\n\n${action}:\n${url}\n\n${smallPrint}\n`,
    html: `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
  <body style="margin:0;padding:32px 16px;background:#f6f6f4;color:#1f2328;font:16px/1.5 system-ui,sans-serif">
    <div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
      <h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>
      <p style="margin:0 0 24px">${escapeHtml(introduction)}</p>
      <p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f6f54;color:#ffffff;text-decoration:none">${escapeHtml(action)}</a></p>
      <p style="margin:0 0 16px;font-size:14px;color:#57606a;word-break:break-all">Or open this address: ${href}</p>
      <p style="margin:0;font-size:14px;color:#57606a">${escapeHtml(smallPrint)}</p>
    </div>
  </body>
</html>
`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
