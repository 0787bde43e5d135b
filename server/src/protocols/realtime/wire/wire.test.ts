import { describe, expect, it } from 'vitest';
import { decodeBinary } from './binary-messages.ts';
import { broadcastFrames } from './broadcast.ts';
import { FrameError } from './message.ts';
import { decodeText, encodeText } from './text-messages.ts';

/** Writes a frame of a client byte by byte, as the client's serializer does. */
function push(fields: readonly string[], encoding: number, payload: string | Uint8Array): Buffer {
  const parts = fields.map((field) => Buffer.from(field));
  const head = Buffer.from([3, ...parts.map(({ length }) => length), encoding]);
  return Buffer.concat([head, ...parts, Buffer.from(payload as Uint8Array)]);
}

describe('text messages', () => {
  const payload = { a: ['ü', 1] };

  it('are arrays in version 2.0.0', () => {
    const received = decodeText('2.0.0', JSON.stringify(['1', '2', 'realtime:room', 'phx_join', payload]));
    expect(received).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:room',
      event: 'phx_join',
      content: { kind: 'json', value: payload },
    });
    const { data } = encodeText('2.0.0', { joinRef: '1', ref: '2', topic: 't', event: 'e', payload });
    expect(data.toString()).toBe('["1","2","t","e",{"a":["ü",1]}]');
  });

  it('are objects in version 1.0.0', () => {
    const message = { topic: 't', event: 'e', payload, ref: '2', join_ref: '1' };
    expect(decodeText('1.0.0', JSON.stringify(message))).toMatchObject({ joinRef: '1', ref: '2' });
    const { data } = encodeText('1.0.0', { joinRef: '1', ref: '2', topic: 't', event: 'e', payload });
    expect(JSON.parse(data.toString())).toEqual({ topic: 't', event: 'e', payload, ref: '2' });
  });

  it.each([
    'no JSON',
    '{"topic":"t"}',
    '[]',
    '[null,null,"t","e"]',
    '[null,null,1,"e",{}]',
    '[null,{},"t","e",{}]',
    `["${'1'.repeat(256)}","2","t","e",{}]`,
  ])('are refused when they are %s', (text) => {
    expect(() => decodeText('2.0.0', text)).toThrow(FrameError);
  });
});

describe('binary messages', () => {
  it('carry JSON or bytes', () => {
    const json = decodeBinary(push(['10', '1', 'realtime:ü', 'cursor', ''], 1, '{"x":1}'));
    expect(json).toMatchObject({ joinRef: '10', ref: '1', topic: 'realtime:ü', event: 'broadcast' });
    expect(json.content).toEqual({
      kind: 'broadcast',
      event: 'cursor',
      payload: { encoding: 'json', text: '{"x":1}' },
    });
    const binary = decodeBinary(push(['', '', 't', 'e', '{"persist":true}'], 0, Buffer.from([0, 255])));
    expect(binary).toMatchObject({ joinRef: null, ref: null });
    expect(binary.content).toMatchObject({ payload: { encoding: 'binary', bytes: Buffer.from([0, 255]) } });
  });

  it('may have no payload at all', () => {
    const { content } = decodeBinary(push(['1', '2', 't', 'e', ''], 0, ''));
    expect(content).toMatchObject({ payload: { bytes: Buffer.alloc(0) } });
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['of an unknown kind', Buffer.from([9, 0, 0, 0, 0, 0, 0])],
    ['of a kind for clients', Buffer.from([4, 0, 0, 0, 0, 0, 0])],
    ['a kind alone', Buffer.from([3])],
    ['cut in the lengths', Buffer.from([3, 0, 0, 0])],
    ['cut before the encoding', Buffer.from([3, 0, 0, 0, 0, 0])],
    ['longer by their lengths', push(['1', '2', 't', 'e', ''], 0, '').with(3, 200)],
    ['of an unknown encoding', push(['1', '2', 't', 'e', ''], 2, '{}')],
    ['not the JSON that they say', push(['1', '2', 't', 'e', ''], 1, '{}},"topic":"other"')],
  ])('are refused when they are %s', (_name, bytes) => {
    expect(() => decodeBinary(Buffer.from(bytes))).toThrow(FrameError);
  });
});

describe('broadcasts', () => {
  const broadcast = {
    kind: 'user',
    event: 'moved',
    payload: { encoding: 'json', text: '{"x":1}' },
    meta: { id: '7', replayed: true },
  } as const;

  it('are binary in version 2.0.0', () => {
    const frame = broadcastFrames('realtime:room', broadcast)('2.0.0');
    const meta = '{"id":"7","replayed":true}';
    expect(frame?.binary).toBe(true);
    expect([...(frame?.data.subarray(0, 5) ?? [])]).toEqual([4, 13, 5, meta.length, 1]);
    expect(frame?.data.subarray(5).toString()).toBe(`realtime:roommoved${meta}{"x":1}`);
  });

  it('are text in version 1.0.0, and where a length does not fit a byte', () => {
    const payload = { type: 'broadcast', event: 'moved', payload: { x: 1 }, meta: broadcast.meta };
    const old = broadcastFrames('realtime:room', broadcast)('1.0.0');
    expect(JSON.parse(String(old?.data))).toEqual({
      topic: 'realtime:room',
      event: 'broadcast',
      payload,
      ref: null,
    });
    const long = broadcastFrames('ü'.repeat(128), broadcast)('2.0.0');
    expect(long?.binary).toBe(false);
    expect(JSON.parse(String(long?.data))).toEqual([null, null, 'ü'.repeat(128), 'broadcast', payload]);
  });

  it('of bytes are not for version 1.0.0', () => {
    const bytes = { ...broadcast, payload: { encoding: 'binary', bytes: Buffer.from([1]) } } as const;
    expect(broadcastFrames('t', bytes)('1.0.0')).toBeUndefined();
    expect(broadcastFrames('t', bytes)('2.0.0')?.data.at(-1)).toBe(1);
  });

  it('are encoded once for each version', () => {
    const frames = broadcastFrames('t', broadcast);
    expect(frames('2.0.0')).toBe(frames('2.0.0'));
  });
});
