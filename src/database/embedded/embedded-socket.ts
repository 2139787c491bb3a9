import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerUser } from './embedded-install.js';

/** Bytes of the longest path of a socket that Linux and macOS both take. */
const PATH_LIMIT = 103;
/** The port that gives the socket its name; nothing listens on it. */
export const SOCKET_PORT = 5432;

export const socketFolder = (home: string) => join(home, 'socket');

/** A way to the folder of a server's Unix socket. */
export interface SocketPath {
  folder: string;
  remove(): Promise<void>;
}

/**
 * The folder of the socket, by a path that a client can connect to. A path that is too long is replaced by a link in a
 * private temporary folder, which lasts until `remove`.
 */
export async function socketPath(home: string): Promise<SocketPath> {
  const folder = socketFolder(home);
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= PATH_LIMIT)
    return { folder, remove: async () => undefined };
  const temporary = await mkdtemp(join(tmpdir(), 'events-'));
  await symlink(folder, join(temporary, 'socket'));
  return { folder: join(temporary, 'socket'), remove: () => rm(temporary, { recursive: true, force: true }) };
}

/**
 * Makes the folder, which only its server and the user that runs the service may enter. Returns whether it can hold a
 * socket: Windows and some network and container file systems have none.
 */
export async function makeSocketFolder(home: string, { folder }: SocketPath, user: ServerUser) {
  if (process.platform === 'win32') return false;
  await mkdir(socketFolder(home), { recursive: true });
  await chmod(socketFolder(home), 0o700);
  if (user) await chown(socketFolder(home), user.uid, user.gid);
  const probe = createServer();
  try {
    await once(probe.listen(join(folder, 'probe')), 'listening');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  } finally {
    probe.close();
  }
}

/** A port of 127.0.0.1 that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
