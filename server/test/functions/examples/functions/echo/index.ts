import process from 'node:process';

export default {
  async fetch(request: Request): Promise<Response> {
    console.log('asked for', new URL(request.url).pathname);
    return Response.json(
      {
        method: request.method,
        path: new URL(request.url).pathname + new URL(request.url).search,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
        environment: process.env,
        process: process.pid,
      },
      { status: 201, headers: { 'x-answer': 'yes', 'access-control-allow-origin': 'https://one.example' } },
    );
  },
};
