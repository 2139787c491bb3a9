/** Loaded into a server before its program: collects its garbage when this process's parent asks, and says so then. */
process.on('message', () => {
  global.gc?.();
  process.send?.('collected');
});
process.channel?.unref(); // it keeps no server from ending
