let gone = 0;

export default {
  fetch: async (request: Request) => {
    if (new URL(request.url).searchParams.has('gone')) return Response.json({ gone });
    request.signal.addEventListener('abort', () => gone++);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return new Response('late');
  },
};
