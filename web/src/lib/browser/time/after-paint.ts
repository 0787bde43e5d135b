/** @returns a promise for the moment when the browser has drawn what is in the document by now */
export function afterPaint(): Promise<void> {
  // Nothing is drawn in a hidden tab.
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A message that is posted within a frame arrives once that frame was drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });
}
