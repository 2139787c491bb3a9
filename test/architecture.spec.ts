import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Who may import whom (README, "Architecture"): every folder of src may also import common and database. */
const MAY_IMPORT: Record<string, string[]> = {
  common: [],
  database: [],
  users: [],
  notifications: [],
  jobs: [],
  llm: [],
  health: [],
  openapi: [],
  auth: ['users'],
  tagging: ['llm'],
  events: ['tagging', 'jobs', 'users'],
  purge: ['jobs'],
  gigs: ['events'],
  interactions: ['events'],
  collections: ['events'],
  conversations: ['events', 'llm', 'users'],
  ingestion: ['events', 'tagging', 'jobs'],
  applications: ['events', 'gigs', 'interactions', 'notifications', 'users'],
};

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'(\.[^']+)'/g;
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(IMPORT)].map((match) =>
    relative('.', join(dirname(file), (match[1] as string).replace(/\.js$/, '.ts'))),
  );
}

const folderOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];

describe('the architecture', () => {
  it('knows every folder', () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== undefined));
    expect([...folders].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('lets each folder import only what the graph allows', () => {
    const forbidden = files.flatMap((file) => {
      const folder = folderOf(file);
      if (!folder) return [];
      const allowed = [
        folder,
        'common',
        ...(folder === 'common' ? [] : ['database']),
        ...(MAY_IMPORT[folder] ?? []),
      ];
      return importsOf(file)
        .filter((imported) => folderOf(imported) && !allowed.includes(folderOf(imported) as string))
        .map((imported) => `${file} -> ${imported}`);
    });
    expect(forbidden).toEqual([]);
  });

  it('has no cycles', () => {
    const graph = new Map(files.map((file) => [file, importsOf(file)]));
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

  it('loads the libraries of the language model only where one is wanted', () => {
    const loaded = new Set(['src/main.ts', 'src/run-job.ts']);
    for (const file of loaded) for (const imported of importsOf(file)) loaded.add(imported);
    const ofModel = files.filter((file) => /from '(?:openai|cockatiel)'/.test(readFileSync(file, 'utf8')));
    expect(ofModel.length).toBeGreaterThan(0);
    expect(ofModel.filter((file) => loaded.has(file))).toEqual([]);
  });

  it('has no file of more than 400 lines', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 400);
    expect(long.filter((file) => !/lexicon|vocabulary/.test(file))).toEqual([]);
  });
});
