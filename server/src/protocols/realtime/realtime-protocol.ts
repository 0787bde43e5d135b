/** Supabase Realtime: sockets, broadcasts over HTTP, and what ties them to the database and to other processes. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Goodbye, UpgradeHandler } from '../../http/upgrades.ts';
import type { Services } from '../../services.ts';
import { type Bus, busOfOne } from './bus/bus.ts';
import { NotifyTransport } from './bus/notify-transport.ts';
import { createPeeringBus } from './bus/peering-bus.ts';
import { createCredentialsReader } from './channel/credentials.ts';
import { openRealtimeDatabase } from './database/open-realtime-database.ts';
import { createBroadcastProtocol } from './http/broadcast-protocol.ts';
import { createHub } from './hub.ts';
import { Deliveries } from './limits/deliveries.ts';
import { followAccess } from './socket/follow-access.ts';
import { Sockets } from './socket/sockets.ts';
import { topicKey } from './topics/topics.ts';

/** The path at which clients connect, as upgrades and plain requests see it. */
export const SOCKET_PATH = '/realtime/v1/websocket';

export interface RealtimeProtocol {
  readonly routes: Hono<HttpEnvironment>;
  readonly upgrade: UpgradeHandler;
  /** How many sockets are open. */
  sockets(): number;
  close(): Promise<void>;
}

type RealtimeServices = Pick<
  Services,
  'config' | 'database' | 'resolveCaller' | 'liveSessions' | 'bodies' | 'observe'
>;

export async function createRealtimeProtocol(
  services: RealtimeServices,
  publishableKey: string,
): Promise<RealtimeProtocol> {
  const { config, observe } = services;
  const { realtime } = config;
  const payloadBytes = realtime.payloadKb * 1000;
  const database = await openRealtimeDatabase(services.database, { mostBytes: payloadBytes }, observe);
  const bus = await createBus(services, publishableKey);
  const deliveries = new Deliveries();
  const hub = await createHub(bus, deliveries);
  database.messages.onMessage(
    (message) => hub.deliverStored(message),
    (topic, isPrivate) => hub.has(topicKey(topic, isPrivate)),
  );
  const sockets = new Sockets(
    {
      database,
      hub,
      deliveries,
      credentials: createCredentialsReader(services.resolveCaller, publishableKey),
      largestPayloadBytes: payloadBytes,
      report: (error) => observe({ kind: 'realtime-failed', error }),
    },
    { ...realtime, trustProxy: config.trustProxy, frameBytes: Math.ceil((payloadBytes * 5) / 3) },
  );
  await followAccess(services, sockets);

  const routes = new Hono<HttpEnvironment>();
  routes.use(cors());
  routes.route(
    '/api/broadcast',
    createBroadcastProtocol({
      ...services,
      hub,
      deliveries,
      policies: database.policies,
      trustProxy: config.trustProxy,
      limits: { payloadBytes, eventsPerSecond: realtime.eventsPerSecond },
    }),
  );
  routes.all('/websocket', (context) => context.json({ error: 'Expected a WebSocket' }, 426));
  routes.all('*', (context) => context.json({ message: 'not found' }, 404));
  return {
    routes,
    upgrade: (request, raw, head): Goodbye => sockets.upgrade(request, raw, head),
    sockets: () => sockets.size,
    close: async () => {
      sockets.close();
      await database.close();
      await bus.close();
    },
  };
}

async function createBus(
  { config, database, observe }: Pick<RealtimeServices, 'config' | 'database' | 'observe'>,
  publishableKey: string,
): Promise<Bus> {
  // Nobody else can open an embedded database.
  if (config.database.kind !== 'postgres') return busOfOne();
  const { busUrl } = config.realtime;
  if (busUrl === undefined) return createPeeringBus(new NotifyTransport(database));
  // A third of all modules of a server, which few need.
  const { RedisTransport } = await import('./bus/redis-transport.ts');
  const installation = createHash('sha256').update(publishableKey).digest('hex').slice(0, 32);
  return createPeeringBus(
    new RedisTransport(busUrl, installation, (error) => observe({ kind: 'realtime-failed', error })),
  );
}
