export default {
  fetch: () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    void write('first\n');
    setTimeout(() => void write('second\n').then(() => writer.close()), 200);
    return new Response(readable, { headers: { 'content-type': 'text/plain' } });
  },
};
