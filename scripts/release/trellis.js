#!/usr/bin/env node
/** What a release is called by: says in a sentence what an older Node.js would say in a stack of errors. */
const LEAST_NODE = 24;

if (Number(process.versions.node.split('.')[0]) < LEAST_NODE) {
  process.stderr.write(`Trellis needs Node.js ${LEAST_NODE} or newer. This is ${process.versions.node}.\n`);
  process.exit(1);
}
await import('./server/src/command/trellis.js');
