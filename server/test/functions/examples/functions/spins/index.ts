export default {
  fetch: (request: Request) => {
    if (new URL(request.url).searchParams.has('spin')) for (;;);
    return new Response('awake');
  },
};
