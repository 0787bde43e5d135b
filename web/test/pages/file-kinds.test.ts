/** Sounds, films and PDF in place, a file by its own address, and files that wait while their person signs out. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginUploading } from '../../src/features/files/add-file.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, saved } from '../support/person/editor.ts';
import { all, at, button, see, seeToast, textOf } from '../support/person/person.ts';
import { cut, never, noContent, on } from '../support/server/answers.ts';
import { PageFiles } from '../support/server/page-files.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession } from '../support/server/session.ts';
import { signedIn } from '../support/server/workspace.ts';

const LINK = '/storage/v1/object/sign/page-files/';
const notes = () => all('.content-editor .file-note:not([hidden])').map(textOf);

test('a PDF is shown in place when somebody asks for it, and closed again', async () => {
  const files = new PageFiles();
  const pdf = files.add({ id: crypto.randomUUID(), name: 'paper.pdf', media_type: 'application/pdf' });
  const false_ = files.add({ id: crypto.randomUUID(), name: 'page.pdf', media_type: 'text/html' });
  await openPage(
    `![Paper](/files/${pdf.id}/paper.pdf)\n\n![](/files/${false_.id}/page.pdf)\n\nEnd`,
    'Library',
  );
  const frame = () => all('iframe.file-pdf').map((one) => (one as HTMLIFrameElement).src);
  await see(button('Show paper.pdf'));
  expect(frame()).toEqual([]);
  await button('Show paper.pdf').click();
  await expect.poll(() => frame().map((src) => new URL(src).pathname.startsWith(LINK))).toEqual([true]);
  await button('Close paper.pdf').click();
  await expect.poll(frame).toEqual([]);
  // Whatever is not one never comes into a frame.
  await button('Show page.pdf').click();
  await see(page.getByText('page.pdf could not be loaded.'));
  expect(frame()).toEqual([]);
  await expectAccessibleInBothThemes();
});

test('a sound and a film play from this device while they are on their way', async () => {
  new PageFiles();
  server().say(({ path }) => (path.startsWith('/storage/v1/object/page-files/') ? never() : undefined));
  await openPage('', 'Studio');
  await paste(new File([silence()], 'tone.wav', { type: 'audio/wav' }), await film());
  const players = () => all<HTMLMediaElement>('.content-editor .file-player');
  await expect.poll(() => players().map((player) => player.localName)).toEqual(['audio', 'video']);
  await expect.poll(() => players().map((player) => player.src.slice(0, 5))).toEqual(['blob:', 'blob:']);
  // Their browser can: it knows how long they are.
  await expect.poll(() => players().map(({ readyState }) => readyState > 0)).toEqual([true, true]);
  expect(players()[0]?.duration).toBe(0.5);
});

test('a sound and a film that the server has are played by a link, once they are near', async () => {
  const files = new PageFiles();
  const [sound, film] = [
    files.add({ id: crypto.randomUUID(), name: 'tone.wav', media_type: 'audio/wav' }),
    files.add({ id: crypto.randomUUID(), name: 'walk.webm', media_type: 'video/webm' }),
  ];
  await openPage(`![](/files/${sound.id}/tone.wav)\n\n![](/files/${film.id}/walk.webm)\n\nEnd`, 'Studio');
  const links = () =>
    all<HTMLMediaElement>('.content-editor .file-player').map(
      ({ src }) => src !== '' && new URL(src).pathname,
    );
  await expect.poll(links).toEqual([`${LINK}${sound.object_name}`, `${LINK}${film.object_name}`]);
  expect(all('.content-editor .file-player').map((one) => one.getAttribute('aria-label'))).toEqual([
    'tone.wav',
    'walk.webm',
  ]);
});

test('a file by its own address has its true name, and asks a stranger to sign in first', async () => {
  const files = new PageFiles();
  const { owner } = signedIn();
  const { id } = files.add({
    id: crypto.randomUUID(),
    name: 'Report 2026.pdf',
    media_type: 'application/pdf',
  });
  await openApp(`/files/${id}/old%20name.pdf`);
  await see(page.getByRole('heading', { name: 'Report 2026.pdf' }));
  await see(button('Download Report 2026.pdf'));
  await expectAccessibleInBothThemes();

  await openApp(`/files/${crypto.randomUUID()}/lost.pdf`);
  await see(page.getByRole('heading', { name: 'File not found' }));
  await openApp('/files/no-id/lost.pdf');
  await see(page.getByRole('heading', { name: 'File not found' }));

  localStorage.removeItem('trellis-auth');
  await openApp(`/files/${id}/name.pdf`);
  await at('/auth/login');
  keepSession(newSession(owner));
});

test('a file by its address says so where the server cannot be reached', async () => {
  signedIn();
  server().say(on('GET /rest/v1/page_files', cut));
  await openApp(`/files/${crypto.randomUUID()}/report.pdf`);
  await see(page.getByRole('heading', { name: 'File not on this device' }));
});

test('whoever signs out while a file waits is told that it is kept, and it is uploaded at the next sign-in', async () => {
  const files = new PageFiles();
  const restore = server().say(({ path }) =>
    path.startsWith('/storage/v1/object/page-files/') ? never() : undefined,
  );
  server().say(on('POST /auth/v1/logout', noContent));
  const { workspace, reopen } = await openPage('', 'Album');
  await paste(new File(['a,b'], 'figures.csv'));
  await saved();
  await expect.poll(notes).toEqual(['Uploading 33%']);
  await button(`Account: ${workspace.owner.fullName}`).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await at('/auth/login');
  await seeToast('Signed out successfully', 'This browser keeps what the server does not have yet');
  restore();
  expect(files.uploads.size).toBe(0);
  keepSession(newSession(workspace.owner));
  await reopen();
  beginUploading(workspace.owner.id);
  await expect.poll(() => [...files.uploads.values()]).toEqual([1]);
});

async function paste(...files: readonly File[]): Promise<void> {
  const clipboardData = new DataTransfer();
  for (const each of files) clipboardData.items.add(each);
  const init = { clipboardData, bubbles: true, cancelable: true };
  (await content().findElement()).dispatchEvent(new ClipboardEvent('paste', init));
}

/** Half a second, 8,000 samples of a byte each second. */
function silence(): ArrayBuffer {
  const samples = 4000;
  const bytes = new DataView(new ArrayBuffer(44 + samples));
  const text = (offset: number, words: string) => {
    for (const [index, each] of [...words].entries()) bytes.setUint8(offset + index, each.charCodeAt(0));
  };
  text(0, 'RIFF');
  bytes.setUint32(4, 36 + samples, true);
  text(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, 8000, true);
  bytes.setUint32(28, 8000, true);
  bytes.setUint16(32, 1, true);
  bytes.setUint16(34, 8, true);
  text(36, 'data');
  bytes.setUint32(40, samples, true);
  for (let index = 0; index < samples; index++) bytes.setUint8(44 + index, 128);
  return bytes.buffer;
}

/** Some frames of a canvas, as the browser records them. */
async function film(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
  const pen = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  for (let frame = 0; frame < 10; frame++) {
    pen?.fillRect(frame * 4, 0, 4, 48);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await stopped;
  return new File(parts, 'walk.webm', { type: 'video/webm' });
}
