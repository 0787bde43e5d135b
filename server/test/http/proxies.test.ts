/** The proxies' configurations in docs/deploy.md, each in its own program from the system's packages. */
// The same on every database: its subject is the programs that stand before the server.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http2 from 'node:http2';
import { Agent } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../../scripts/free-port.ts';
import { installSystemPackage } from '../../../scripts/run-command.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const GUIDE = new URL('../../../docs/deploy.md', import.meta.url);
const MEGABYTE = 1024 * 1024;

interface Proxy {
  readonly name: string;
  readonly language: string;
  readonly program: string | undefined;
  /** Makes the guide's configuration one for this machine. */
  fill(sample: string, places: Places): string;
  arguments(file: string): readonly string[];
}

interface Places {
  readonly folder: string;
  readonly port: number;
  readonly behind: string;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    language: 'nginx',
    program: await find('nginx', '/usr/sbin/nginx'),
    fill: (sample, { folder, port, behind }) => `
      daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        ${sample
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace('/etc/ssl/docs.example.com/fullchain.pem', `${folder}/certificate.pem`)
          .replace('/etc/ssl/docs.example.com/privkey.pem', `${folder}/key.pem`)
          .replace('127.0.0.1:3000', behind)}
      }`,
    arguments: (file) => ['-c', file, '-e', `${file}.log`],
  },
  {
    name: 'caddy',
    language: 'caddyfile',
    program: await find('caddy', '/usr/bin/caddy'),
    fill: (sample, { folder, port, behind }) => `
{
	admin off
	auto_https disable_redirects
}
${sample
  .replace(
    'docs.example.com {',
    `https://docs.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
  )
  .replace('127.0.0.1:3000', behind)}`,
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

describe.each(PROXIES)('behind $name', (proxy) => {
  test.skipIf(!proxy.program)(
    `HTTP/2, large pages, WebSockets and the client's address pass (needs the package ${proxy.name})`,
    async () => {
      await using server = await startTestServer({ trustProxy: true });
      await using front = await start(proxy, server);
      const answer = await front.post(
        server,
        '/rest/v1/rpc/none',
        JSON.stringify({ text: 'x'.repeat(3 * MEGABYTE) }),
      );
      // There is no such function: Trellis has read the call.
      expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('PGRST202') });
      const socket = new WebSocket(
        `wss://127.0.0.1:${front.port}/realtime/v1/websocket?apikey=${server.secrets.publishableKey}`,
        [],
        {
          agent: new Agent({ rejectUnauthorized: false, servername: 'docs.example.com' }),
          headers: { host: 'docs.example.com' },
        },
      );
      await once(socket, 'open');
      socket.terminate();
      expect(server.observations).not.toContainEqual(expect.objectContaining({ kind: 'proxy-not-trusted' }));
    },
  );
});

async function find(name: string, program: string): Promise<string | undefined> {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!existsSync(program) && canInstall) await installSystemPackage(name).catch(() => undefined);
  return existsSync(program) ? program : undefined;
}

async function start(proxy: Proxy, server: TestServer) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-proxy-'));
  execFileSync(
    'openssl',
    // biome-ignore format: one option and its value a line would be long
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=docs.example.com',
      '-addext', 'subjectAltName=DNS:docs.example.com', '-keyout', `${folder}/key.pem`, '-out', `${folder}/certificate.pem`],
    { stdio: 'ignore' },
  );
  const guide = await readFile(GUIDE, 'utf8');
  const [, sample = ''] = new RegExp(`\`\`\`${proxy.language}\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  const port = await freePort();
  const file = path.join(folder, 'configuration');
  await writeFile(file, proxy.fill(sample, { folder, port, behind: new URL(server.url).host }));
  const child = spawn(proxy.program ?? '', proxy.arguments(file), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const exited = once(child, 'exit');
  const request = (headers: http2.OutgoingHttpHeaders, body: string) => ask(port, headers, body);
  await expect
    .poll(() => request({ ':path': '/health' }, '').catch(() => ({ status: 0, body: said })))
    .toMatchObject({ status: 200 });
  return {
    port,
    post: ({ secrets }: TestServer, at: string, body: string) =>
      request(
        {
          ':path': at,
          ':method': 'POST',
          apikey: secrets.secretKey,
          'content-type': 'application/json',
        },
        body,
      ),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** Over HTTP/2, as a browser does. */
async function ask(port: number, headers: http2.OutgoingHttpHeaders, body: string) {
  const session = http2.connect(`https://127.0.0.1:${port}`, {
    rejectUnauthorized: false,
    servername: 'docs.example.com',
  });
  try {
    await once(session, 'connect');
    const stream = session.request(
      { ':authority': 'docs.example.com', ...headers },
      { endStream: body === '' },
    );
    if (body !== '') stream.end(body);
    const [head] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    const text = Buffer.concat(await stream.toArray()).toString();
    return { status: Number(head[':status']), body: text };
  } finally {
    session.destroy();
  }
}
