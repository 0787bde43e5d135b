#!/usr/bin/env node
/** The entry of a release: an older Node.js gets a sentence, and not a stack of errors. */
const LEAST_NODE = 24;

if (Number(process.versions.node.split('.')[0]) < LEAST_NODE) {
  process.stderr.write(`Trellis needs Node.js ${LEAST_NODE} or newer. This is ${process.versions.node}.\n`);
  process.exit(1);
}
await import('./server/src/command/trellis.js');
