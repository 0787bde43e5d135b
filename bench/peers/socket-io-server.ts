/** Rooms as socket.io's documentation shows them, over WebSockets alone. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer((_, response) => void response.end('ok'));
const io = new Server(http, { transports: ['websocket'], serveClient: false });

io.on('connection', (socket) => {
  socket.on('join', (room, done) => {
    void socket.join(room);
    done();
  });
  socket.on('say', (room, message) => void socket.to(room).emit('said', message));
});

http.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
