let goOn: () => void = () => undefined;

/** Says the second half of its answer when it is asked for `/streams/next`. */
export default {
  fetch: (request: Request) => {
    if (new URL(request.url).pathname.endsWith('/next')) {
      goOn();
      return new Response();
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    void write('first\n');
    goOn = () => void write('second\n').then(() => writer.close());
    return new Response(readable, { headers: { 'content-type': 'text/plain' } });
  },
};
