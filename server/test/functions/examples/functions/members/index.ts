export default { fetch: () => new Response('for members') };
