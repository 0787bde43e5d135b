/** Traces as an OpenTelemetry collector gets them, by OTLP over HTTP. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { openWorkshop } from '../support/server-process.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}
interface Export {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly Span[] }>;
  }>;
}

async function startCollector() {
  const exports: Export[] = [];
  const server = http.createServer((request, response) => {
    void json(request).then((sent) => {
      if (request.url === '/v1/traces') exports.push(sent as Export);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a request is a span within its caller’s trace, its uses of the database are within it, and nothing secret is told', async () => {
  await using collector = await startCollector();
  await using workshop = await openWorkshop();
  const server = workshop.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  await server.healthy();
  const at = `http://127.0.0.1:${workshop.port}`;
  const { supabasePublishableKey: apikey } = (await (await fetch(`${at}/config.json`)).json()) as {
    readonly supabasePublishableKey: string;
  };
  const answer = await fetch(`${at}/auth/v1/token?grant_type=password&secret=word`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'hidden' }),
  });
  expect(answer.status).toBe(400);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  const sent = collector.exports.flatMap(({ resourceSpans }) => resourceSpans);
  expect(sent[0]?.resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'trellis' } },
      { key: 'deployment.environment.name', value: { stringValue: 'test' } },
    ]),
  );
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const request = own.find(({ name }) => name === 'POST auth');
  expect(request?.parentSpanId).toBe(PARENT);
  expect(request?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'http.response.status_code', value: { intValue: 400 } },
      { key: 'trellis.request_id', value: { stringValue: answer.headers.get('x-request-id') } },
    ]),
  );
  const uses = own.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(uses.map(({ name }) => name)).toContain('transaction as the owner');
  expect(JSON.stringify(collector.exports)).not.toMatch(/nobody@example|hidden|secret|sb_/);
});

test('a collector that is away holds nobody up', async () => {
  await using workshop = await openWorkshop();
  const server = workshop.start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  await server.healthy();
  expect((await fetch(`http://127.0.0.1:${workshop.port}/config.json`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
