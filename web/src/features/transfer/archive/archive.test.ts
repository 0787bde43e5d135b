/** Archives as people, other programs and attackers make them. */
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, test } from 'vitest';
import { planImport } from '../plan/import-plan.ts';
import type { EncodingQuestion } from './entry-names.ts';
import { LARGEST_PAGE_BYTES } from './import-limits.ts';
import { readFiles } from './read-files.ts';
import { writeArchive } from './write-archive.ts';

type Content = string | Uint8Array | Blob;

async function zip(files: Readonly<Record<string, Content>>, options = {}): Promise<Blob> {
  const archive = new ZipWriter(new BlobWriter());
  for (const [name, content] of Object.entries(files)) {
    const bytes =
      typeof content === 'string'
        ? new TextReader(content)
        : new Uint8ArrayReader(
            content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content,
          );
    await archive.add(name, bytes, options);
  }
  return archive.close();
}

async function read(
  chosen: Readonly<Record<string, Blob>>,
  signal = new AbortController().signal,
  answer = '',
) {
  const files = Object.entries(chosen).map(([path, blob]) => ({ path, blob }));
  const questions: EncodingQuestion[] = [];
  const result = await readFiles(files, signal, async (question) => {
    questions.push(question);
    return answer;
  });
  return {
    questions,
    texts: Object.fromEntries(result.files.map(({ path, text }) => [path.join('/'), text])),
    skipped: Object.fromEntries(result.skipped.map(({ path, note }) => [path, note])),
    files: Object.fromEntries(result.attachments.map(({ path, open }) => [path.join('/'), open])),
    notes: Object.fromEntries(result.notes.map(({ path, note }) => [path, note])),
  };
}

test('packed files come out again, in their order', async () => {
  async function* files() {
    yield { path: ['b.md'], text: 'Grüße', changed: new Date() };
    yield { path: ['b', 'a – ü.md'], text: '', changed: new Date() };
  }
  const { texts } = await read({ 'x.zip': await writeArchive(files()) });
  expect(Object.entries(texts)).toEqual([
    ['b.md', 'Grüße'],
    ['b/a – ü.md', ''],
  ]);
});

test('an export of Notion comes as a whole, with what is beside its pages', async () => {
  const id = '0123456789abcdef0123456789abcdef';
  const inner = await zip({
    [`Plan ${id}.md`]: '# Plan\n\n![](Plan/a.png)',
    [`Tasks ${id}.csv`]: 'a,b',
    'Plan/a.png': new Uint8Array([0x89, 0x50]),
  });
  const { texts, files, skipped } = await read({
    'Export.zip': await zip({ 'ExportBlock-1-Part-1.zip': inner }),
  });
  expect(Object.keys(texts)).toEqual([`Plan ${id}.md`]);
  expect(Object.keys(files)).toEqual([`Tasks ${id}.csv`, 'Plan/a.png']);
  const picture = await files['Plan/a.png']?.(new AbortController().signal);
  expect(new Uint8Array((await picture?.arrayBuffer()) ?? [])).toEqual(new Uint8Array([0x89, 0x50]));
  expect(skipped).toEqual({});
});

/** An archive that does not say how its names are written. */
function zipNamed(...names: readonly string[]): Promise<Blob> {
  return zip(Object.fromEntries(names.map((name) => [name, name])), {
    useUnicodeFileNames: false,
    encodeText: (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
  });
}

/** The same archive with the flag by which names are UTF-8. */
async function claimUtf8(archive: Blob): Promise<Blob> {
  const view = new DataView(await archive.arrayBuffer());
  // In the header in front of each file, and in its entry of the directory.
  const places = new Map([
    [0x04034b50, 6],
    [0x02014b50, 8],
  ]);
  for (let at = 0; at < view.byteLength - 10; at++) {
    const place = places.get(view.getUint32(at, true));
    if (place !== undefined) view.setUint16(at + place, view.getUint16(at + place, true) | 0x800, true);
  }
  return new Blob([view]);
}

describe('names of other encodings', () => {
  test.each([
    [
      'GBK',
      ['cec4b5b52fcbb5c3f72e6d64', 'cec4b5b52fb5dab6fed2b32e6d64', 'cec4b5b52fcdbcc6ac2fcdbc20d2bb2e6d64'],
      ['文档/说明.md', '文档/第二页.md', '文档/图片/图 一.md'],
    ],
    // The second byte of 表 and ソ is that of a backslash.
    [
      'Shift JIS',
      ['8e9197bf2f955c8ea62e6d64', '8e9197bf2f835c815b83672e6d64'],
      ['資料/表示.md', '資料/ソート.md'],
    ],
    [
      'Big5',
      ['a4e5a5f32fbba1a9fa2e6d64', 'a4e5a5f32fb2c4a447adb62e6d64'],
      ['文件/說明.md', '文件/第二頁.md'],
    ],
    ['EUC-KR', ['b9aebcad2fc7d1b1db2e6d64', 'b9aebcad2fbcb3b8ed2e6d64'], ['문서/한글.md', '문서/설명.md']],
    [
      'Cyrillic (DOS)',
      ['84aeaae3aca5ade2eb2f8ee2e7f1e22e6d64', '84aeaae3aca5ade2eb2f87a0aca5e2aaa82e6d64'],
      ['Документы/Отчёт.md', 'Документы/Заметки.md'],
    ],
    [
      'Cyrillic (Windows)',
      ['c4eeeaf3ece5edf2fb2fcef2f7b8f22e6d64', 'c4eeeaf3ece5edf2fb2fc7e0ece5f2eae82e6d64'],
      ['Документы/Отчёт.md', 'Документы/Заметки.md'],
    ],
  ])('%s is told from all names together', async (name, bytes, expected) => {
    const { texts, notes, questions } = await read({ 'x.zip': await zipNamed(...bytes) });
    expect(Object.keys(texts)).toEqual(expected);
    expect(notes['x.zip']).toContain(name);
    expect(questions).toEqual([]);
  });

  test('a name that may be UTF-8 is read as the others are, and one that is beyond doubt stays', async () => {
    // GBK for 图片 is UTF-8 for ͼƬ.
    const gbk = ['bbe1d2e92fbcc7c2bc2e6d64', 'cdbcc6ac2e6d64'];
    const utf8 = Buffer.from('日本語/資料.md').toString('hex');
    const { texts, questions } = await read({ 'x.zip': await zipNamed(...gbk, utf8) });
    expect(Object.keys(texts)).toEqual(['会议/记录.md', '图片.md', '日本語/資料.md']);
    expect(questions).toEqual([]);
  });

  test.each([
    ['GBK', ['bbe1d2e92fbcc7c2bc2e6d64', 'cec4b5b52fcbb5c3f72e6d64'], ['会议/记录.md', '文档/说明.md']],
    [
      'DOS',
      ['477281e1652f9a62657273696368742e6d64', '4d816c6c65722e6d64'],
      ['Grüße/Übersicht.md', 'Müller.md'],
    ],
  ])('names in %s that are said to be UTF-8 are read as they are', async (_, bytes, expected) => {
    const claimed = await claimUtf8(await zipNamed(...bytes));
    const { texts } = await read({ 'x.zip': claimed }, undefined, 'cp437');
    expect(Object.keys(texts)).toEqual(expected);
  });

  test('UTF-8 and names of DOS need no remark', async () => {
    const utf8 = await zipNamed(Buffer.from('文档/说明.md').toString('hex'));
    const western = await zipNamed('477281e1652f9a62657273696368742e6d64');
    const { texts, notes } = await read({ 'a.zip': utf8, 'b.zip': western });
    expect(Object.keys(texts)).toEqual(['文档/说明.md', 'Grüße/Übersicht.md']);
    expect(notes).toEqual({});
  });

  test('a person is asked where a short name may be any, and sees it in each', async () => {
    const archive = { 'x.zip': await zipNamed('835c2e6d64') };
    const { texts, questions } = await read(archive, undefined, 'shift_jis');
    expect(Object.keys(texts)).toEqual(['ソ.md']);
    expect(questions.map((question) => question.archive)).toEqual(['x.zip']);
    const samples = questions[0]?.choices.map(({ label, samples }) => [label, ...samples]);
    expect(samples).toContainEqual(['shift_jis', 'ソ.md']);
    // It would leave the page without a name, and hide it.
    expect(samples?.[0]?.[0]).not.toBe('cp437');
    expect(samples).toContainEqual(['cp437', 'â\\.md']);
  });
});

test('folders of Windows are folders, hidden pages are pages, and joined letters stay whole', async () => {
  const { texts, files } = await read({
    'x.zip': await zip({
      'Wiki\\Sub\\Page.md': 'a',
      '.plan.md': 'b',
      '._plan.md': 'c',
      '.obsidian/d.md': 'd',
      '👩\u200D💻 می\u200Cخواهم.md': 'e',
      '.env': 'f',
    }),
  });
  expect(texts).toEqual({ 'Wiki/Sub/Page.md': 'a', '.plan.md': 'b', '👩\u200D💻 می\u200Cخواهم.md': 'e' });
  expect(files).toEqual({});
});

describe('hostile archives', () => {
  test('lead to no other folder', async () => {
    const { texts } = await read({
      'x.zip': await zip({ '../../etc/passwd.md': 'a', '/root.md': 'b', 'C:\\x\\y.md': 'c' }),
    });
    expect(Object.keys(texts).sort()).toEqual(['C:/x/y.md', 'etc/passwd.md', 'root.md']);
  });

  test('unpack to no more than a page holds', async () => {
    const bomb = new Uint8Array(LARGEST_PAGE_BYTES + 1).fill(0x61);
    const archive = await zip({ 'bomb.md': bomb, 'fine.md': 'fine' });
    expect(archive.size).toBeLessThan(100_000);
    const { texts, skipped } = await read({ 'x.zip': archive });
    expect(texts).toEqual({ 'fine.md': 'fine' });
    expect(skipped).toEqual({ 'x.zip: bomb.md': 'It is larger than a page can be (5 MB).' });
  });

  test('that lie about the size unpack to no more either', async () => {
    const bytes = new Uint8Array(
      await (await zip({ 'bomb.md': new Uint8Array(LARGEST_PAGE_BYTES + 1).fill(0x61) })).arrayBuffer(),
    );
    const view = new DataView(bytes.buffer);
    // The claim stands in the directory at the end of the archive.
    for (let at = 0; at < bytes.length - 4; at++)
      if (view.getUint32(at, true) === LARGEST_PAGE_BYTES + 1) view.setUint32(at, 10, true);
    const { texts, skipped } = await read({ 'x.zip': new Blob([bytes]), 'fine.md': new Blob(['fine']) });
    expect(texts).toEqual({ 'fine.md': 'fine' });
    expect(Object.keys(skipped)).toEqual(['x.zip: bomb.md']);
  });

  test('give files that are as large as they claim, or none', async () => {
    const bytes = new Uint8Array(await (await zip({ 'a.png': new Uint8Array(100_000) })).arrayBuffer());
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 4; at++)
      if (view.getUint32(at, true) === 100_000) view.setUint32(at, 10, true);
    const { files } = await read({ 'x.zip': new Blob([bytes]) });
    const { signal } = new AbortController();
    await expect(files['a.png']?.(signal)).rejects.toThrow();
  });

  test('hold no names that only terminals read', async () => {
    const { texts, files } = await read({
      'x.zip': await zip({
        'a\u0007\u001b[31m.md': 'a',
        'b\n.png': new Uint8Array(1),
        ' /c.png': new Uint8Array(1),
      }),
    });
    expect(Object.keys({ ...texts, ...files })).toEqual(['a  [31m.md', 'b .png', 'c.png']);
  });

  test('within archives are not opened', async () => {
    const inner = await zip({ 'a.md': 'a' });
    const { texts, files } = await read({
      'x.zip': await zip({
        'inner.zip': inner,
        'y-Part-1.zip': await zip({ 'z-Part-1.zip': inner, 'q.zip': inner }),
      }),
    });
    expect(Object.keys(texts)).toEqual(['a.md']);
    expect(Object.keys(files)).toEqual(['inner.zip', 'q.zip']);
  });

  test('do not stop the rest: broken, empty, protected, no archive at all', async () => {
    const good = await zip({ 'good.md': 'good' });
    const { texts, skipped } = await read({
      'broken.zip': good.slice(0, good.size - 30),
      'none.zip': new Blob(['not an archive']),
      'empty.zip': new Blob([]),
      'locked.zip': await zip({ 'locked.md': 'secret' }, { password: 'x' }),
      'good.zip': good,
    });
    expect(texts).toEqual({ 'good.md': 'good' });
    expect(skipped).toEqual({
      'broken.zip': 'This archive cannot be read to its end.',
      'none.zip': 'This archive cannot be read to its end.',
      'empty.zip': 'This archive cannot be read to its end.',
      'locked.zip: locked.md': 'It is protected by a password.',
    });
  });
});

test('files of every kind', async () => {
  const { texts, files, skipped, notes } = await read({
    'a.md': new Blob([new Uint8Array([0xef, 0xbb, 0xbf, 0x61])]),
    'b.MARKDOWN': new Blob([new Uint8Array([0xff, 0xfe, 0x62, 0x00])]),
    'c.md': new Blob([new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65])]),
    'd.md': new Blob([new Uint8Array([0x00, 0x01])]),
    'e.html': new Blob(['<p>']),
    '.obsidian/f.md': new Blob(['x']),
    '__MACOSX/g.md': new Blob(['x']),
  });
  expect(texts).toEqual({ 'a.md': 'a', 'b.MARKDOWN': 'b', 'c.md': 'Grüße' });
  expect(Object.keys(skipped)).toEqual(['d.md']);
  expect(Object.keys(files)).toEqual(['e.html']);
  expect(Object.keys(notes)).toEqual(['c.md']);
  expect(planImport([{ path: ['a.md'], text: '' }], () => 'x')).toMatchObject({ pages: [{}], files: [] });
});

test('reading ends when it is told to', async () => {
  const ending = new AbortController();
  ending.abort();
  await expect(read({ 'a.md': new Blob(['a']) }, ending.signal)).rejects.toBe(ending.signal.reason);
});
