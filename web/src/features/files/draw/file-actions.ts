/** Saves a file of a page on this device. */
import { toast } from '../../../ui/toasts/toasts.ts';
import { signFileLink } from '../api/sign-file-link.ts';
import type { FileAddress } from '../file-address.ts';
import { knownFile } from '../state/known-files.ts';
import { uploadHere } from '../state/person-uploads.ts';

export async function downloadFile({ id, name }: FileAddress): Promise<void> {
  const upload = await uploadHere(id);
  if (upload) {
    const url = URL.createObjectURL(upload.file.bytes);
    follow(url, name);
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return;
  }
  try {
    const file = await knownFile(id);
    if (!file?.isUploaded) return sayMissing();
    follow(await signFileLink(file.objectName, file.name), file.name);
  } catch {
    sayMissing();
  }
}

function follow(href: string, download: string): void {
  const link = document.createElement('a');
  Object.assign(link, { href, download, rel: 'noopener' });
  link.click();
}

function sayMissing(): void {
  toast('error', 'The file could not be downloaded. It may be gone, or you may be offline.');
}
