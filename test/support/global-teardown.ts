import { rm } from 'node:fs/promises';

/** Stops the server that the set-up started, and removes its data. */
export default async function tearDown(): Promise<void> {
  const { stopTestServer, testDataDir } = globalThis as unknown as {
    stopTestServer: () => Promise<void>;
    testDataDir: string;
  };
  await stopTestServer();
  await rm(testDataDir, { recursive: true, force: true });
}
