/** Puts a block's code on the clipboard, and says so. */
import { COPY_BY_HAND, copyText } from '../../../../lib/browser/copy-text.ts';
import { toast } from '../../../../ui/toasts/toasts.ts';

export async function copyCode(code: string): Promise<void> {
  if (await copyText(code)) toast('success', 'Code copied');
  else toast('error', 'The code could not be copied', { description: COPY_BY_HAND });
}
