import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { createApp } from './app.js';
import { Config } from './common/config.js';
import { createLog } from './common/logging.js';
import { createDocument } from './openapi/document.js';

/** Writes the OpenAPI document to the file named by the first argument. It needs no database. */
const [path] = process.argv.slice(2);
if (!path) throw new Error('Usage: write-openapi FILE');
const app = await createApp(Config.from({ NODE_ENV: 'test' }), createLog('silent'));
await writeFile(path, `${JSON.stringify(createDocument(app), undefined, 2)}\n`);
process.exit();
