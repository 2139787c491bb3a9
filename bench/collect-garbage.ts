/** Is loaded into a server before its program. It collects the garbage when the parent process asks, and answers then. */
process.on('message', () => {
  global.gc?.();
  process.send?.('collected');
});
process.channel?.unref(); // the channel must not keep the server alive
