import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The imports that each folder may have (README, "Architecture"), besides common and database. */
const MAY_IMPORT: Record<string, string[]> = {
  common: [],
  database: ['migrations'],
  auth: [],
  users: [],
  notifications: ['users'],
  jobs: [],
  llm: [],
  health: [],
  migrations: [],
  openapi: [],
  tagging: ['llm', 'users'],
  events: ['tagging', 'jobs', 'users'],
  purge: ['jobs'],
  gigs: ['events'],
  interactions: ['events', 'users'],
  collections: ['events', 'users'],
  conversations: ['events', 'llm', 'tagging', 'users'],
  calendars: ['applications', 'collections', 'events', 'interactions', 'users'],
  ingestion: ['events', 'jobs'],
  mcp: ['applications', 'collections', 'events', 'gigs', 'interactions', 'notifications', 'tagging'],
  applications: ['events', 'gigs', 'interactions', 'notifications', 'users'],
};

/** The tables of each folder: its SQL names only those, and only it injects their repositories. */
const TABLES: Record<string, string[]> = {
  applications: ['applications'],
  calendars: ['calendars'],
  collections: ['collection_items', 'collections'],
  conversations: ['conversations', 'messages'],
  events: ['events', 'idempotency_keys', 'places', 'suggestions'],
  ingestion: ['ingestion_runs'],
  interactions: ['interactions'],
  jobs: ['job_claims'],
  notifications: ['notifications'],
  users: ['creation_counts', 'users'],
};

/** Tables without a resource: a job and a file fill them, and SQL reads them. */
const WITHOUT_ENTITY = ['events: places', 'events: suggestions'];

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'(\.[^']+)'/g;
const SQL_TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?(\w+)/g;
const inFolder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
const files = [...inFolder('src'), ...inFolder('migrations'), 'ormconfig.ts'].filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
);
const read = (file: string) => readFileSync(file, 'utf8');

function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORT)].map((match) =>
    relative('.', join(dirname(file), (match[1] as string).replace(/\.js$/, '.ts'))),
  );
}

/** The folder of src, or migrations; a file beside them counts as a folder. */
const folderOf = (file: string) => file.replace(/^src\//, '').split('/')[0]!;
const isComposition = (folder: string) => folder.endsWith('.ts');

/** Imports between folders, as `from -> to`. */
const arrows = files.flatMap((file) =>
  importsOf(file)
    .filter((imported) => folderOf(imported) !== folderOf(file) && !isComposition(folderOf(file)))
    .map((imported) => `${folderOf(file)} -> ${folderOf(imported)}`),
);

/** The tables that the SQL of each folder names, as `folder: table`. */
const named = files
  .filter((file) => file.startsWith('src/'))
  .flatMap((file) =>
    [...read(file).matchAll(SQL_TABLE)].map(([, table]) => ({ folder: folderOf(file), table: table! })),
  )
  .filter(({ table }) => Object.values(TABLES).flat().includes(table));

describe('the architecture', () => {
  it('lists every folder', () => {
    const folders = new Set(files.map(folderOf).filter((folder) => !isComposition(folder)));
    expect([...folders].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('lets each folder import only as the graph allows', () => {
    const everywhere = ['common', 'database'];
    const allowed = Object.entries(MAY_IMPORT).flatMap(([folder, others]) =>
      [...others, ...(folder === 'common' ? [] : everywhere)].map((other) => `${folder} -> ${other}`),
    );
    expect([...new Set(arrows)].filter((arrow) => !allowed.includes(arrow))).toEqual([]);
  });

  it('allows no unused import', () => {
    const allowed = Object.entries(MAY_IMPORT).flatMap(([folder, others]) =>
      others.map((other) => `${folder} -> ${other}`),
    );
    expect(allowed.filter((arrow) => !arrows.includes(arrow))).toEqual([]);
  });

  it('lists the owner of each table', () => {
    const declared = files.flatMap((file) =>
      [...read(file).matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => `${folderOf(file)}: ${table}`),
    );
    const known = Object.entries(TABLES).flatMap(([folder, tables]) =>
      tables.map((table) => `${folder}: ${table}`),
    );
    expect([...declared, ...WITHOUT_ENTITY].sort()).toEqual(known.sort());
  });

  it('names a table only in the SQL of the folder that owns it', () => {
    const strangers = named.filter(({ folder, table }) => !TABLES[folder]?.includes(table));
    expect(strangers).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('injects a repository only in the folder that owns its entity', () => {
    const entities = new Map(
      files.flatMap((file) =>
        [...read(file).matchAll(/export class (\w+Entity)\b/g)].map(([, name]) => [name, folderOf(file)]),
      ),
    );
    const injected = files.flatMap((file) =>
      [...read(file).matchAll(/@InjectRepository\((\w+Entity)\)/g)].map(([, entity]) => ({ file, entity })),
    );
    expect(injected.length).toBeGreaterThan(10);
    expect(injected.filter(({ file, entity }) => entities.get(entity!) !== folderOf(file))).toEqual([]);
  });

  it('has no cycles', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file)]));
    expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
    const done = new Set<string>();
    const visit = (file: string, path: string[]): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return undefined;
      for (const next of graph.get(file) ?? []) {
        const cycle = visit(next, [...path, file]);
        if (cycle) return cycle;
      }
      done.add(file);
      return undefined;
    };
    expect(files.map((file) => visit(file, [])).filter(Boolean)).toEqual([]);
  });

  it('has no file of more than 400 lines', () => {
    const long = files.filter((file) => read(file).split('\n').length > 400);
    expect(long).toEqual([]);
  });
});
