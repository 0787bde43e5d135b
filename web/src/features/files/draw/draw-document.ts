/**
 * A PDF in place, in the browser's own viewer. The answer puts it into a sandbox. The frame has no attribute `sandbox`, in which
 * Chromium shows no PDF.
 */
import { signFileLink } from '../api/sign-file-link.ts';
import type { FileAddress } from '../file-address.ts';
import { knownFile } from '../state/known-files.ts';
import { uploadHere } from '../state/person-uploads.ts';
import { make } from './elements.ts';

export async function makeDocument({ id, name }: FileAddress): Promise<HTMLElement> {
  const source = await sourceOf(id).catch(() => undefined);
  if (source === undefined) {
    const problem = make('span', 'file-document file-problem', `${name} could not be loaded.`);
    problem.setAttribute('role', 'alert');
    return problem;
  }
  const frame = make('iframe', 'file-document file-pdf');
  frame.title = name;
  frame.src = source;
  return frame;
}

async function sourceOf(id: string): Promise<string | undefined> {
  const upload = await uploadHere(id);
  // It has this type whatever it calls itself: nothing else could run in the frame.
  if (upload) return URL.createObjectURL(new Blob([upload.file.bytes], { type: 'application/pdf' }));
  const file = await knownFile(id);
  return file?.isUploaded && file.type === 'application/pdf' ? signFileLink(file.objectName) : undefined;
}
