/** Loaded into a server before its program: collects the garbage when the parent process asks, and confirms it. */
process.on('message', () => {
  global.gc?.();
  process.send?.('collected');
});
process.channel?.unref(); // the channel must not keep the server alive
