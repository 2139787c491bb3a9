import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'(\.[^']+)'/g;
const SQL_TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(?:ONLY\s+)?(\w+)/g;
const inFolder = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
const files = [...inFolder('src'), ...inFolder('migrations'), 'ormconfig.ts'].filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
);
const read = (file: string) => readFileSync(file, 'utf8');

/** The Mermaid picture of a page: its nodes, and its arrows. `a["text"] --> b & c` is a node and two arrows. */
function pictureOf(page: string) {
  const [, picture] = /^```mermaid\n(.*?)^```$/ms.exec(read(page))!;
  const nodes = [...picture!.matchAll(/^ *([\w-]+)\["/gm)].map(([, node]) => node!);
  const lines = [...picture!.matchAll(/^ *([\w/.-]+)(?:\["[^"]*"\])? -->(?:\|[^|]*\|)? (.+)$/gm)];
  const arrows = lines.flatMap(([, from, to]) => to!.split(' & ').map((each) => ({ from: from!, to: each })));
  return { nodes, arrows };
}

/** The modules, and the one statement of which may import which: every module may also import these two. */
const MODULES = 'README.md';
const EVERYWHERE = ['common', 'database'];
/** The way of a request through files. */
const REQUEST = 'docs/architecture.md';

/** Tables without an entity, and the folder that owns them: a job and a file fill them, and SQL reads them. */
const WITHOUT_ENTITY = { places: 'events', suggestions: 'events' };

function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORT)].map((match) =>
    relative('.', join(dirname(file), (match[1] as string).replace(/\.js$/, '.ts'))),
  );
}

/** The folder of src, or migrations; a file beside them counts as a folder. */
const folderOf = (file: string) => file.replace(/^src\//, '').split('/')[0]!;
const isComposition = (folder: string) => folder.endsWith('.ts');

/** Imports from one folder to another. */
const imports = files
  .filter((file) => !isComposition(folderOf(file)))
  .flatMap((file) =>
    importsOf(file).map((imported) => ({ file, imported, from: folderOf(file), to: folderOf(imported) })),
  )
  .filter(({ from, to }) => from !== to);

/** The folder that owns each table. */
const owners = new Map([
  ...Object.entries(WITHOUT_ENTITY),
  ...files.flatMap((file) =>
    [...read(file).matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => [table!, folderOf(file)] as const),
  ),
]);

/** The class of each module, and the file that has it. */
const modules = files
  .filter((file) => /^src\/[^/]+\/[^/]+\.module\.ts$/.test(file))
  .map((file) => ({ file, name: /export class (\w+)/.exec(read(file))![1]! }));

/** A file without its import statements. */
const bodyOf = (file: string) => read(file).replace(/^import\s[^;]*;$/gm, '');

describe('the architecture', () => {
  const { nodes, arrows } = pictureOf(MODULES);

  it(`has the modules of the picture in ${MODULES}`, () => {
    const folders = [...new Set(files.map(folderOf))].filter((folder) => !isComposition(folder));
    const missing = folders.filter((folder) => !nodes.includes(folder));
    const unknown = nodes.filter((node) => !folders.includes(node));
    expect([
      ...missing.map((folder) => `${MODULES} does not show the module ${folder}`),
      ...unknown.map((node) => `${MODULES} shows the module ${node}, which has no folder`),
    ]).toEqual([]);
  });

  it('imports along the arrows of this picture only', () => {
    const isAllowed = (from: string, to: string) =>
      (from !== 'common' && EVERYWHERE.includes(to)) ||
      arrows.some((arrow) => arrow.from === from && arrow.to === to);
    expect(
      imports
        .filter(({ from, to }) => !isAllowed(from, to))
        .map(
          ({ file, imported, from, to }) =>
            `${file} imports ${imported}, but ${MODULES} has no arrow ${from} --> ${to}`,
        ),
    ).toEqual([]);
  });

  it('needs each arrow of this picture', () => {
    expect(
      arrows
        .filter((arrow) => !imports.some(({ from, to }) => arrow.from === from && arrow.to === to))
        .map(
          ({ from, to }) => `${MODULES} has the arrow ${from} --> ${to}, but ${from} does not import ${to}`,
        ),
    ).toEqual([]);
  });

  it(`has the imports of the picture in ${REQUEST}`, () => {
    const way = pictureOf(REQUEST).arrows;
    expect(way.length).toBeGreaterThan(5);
    expect(
      way
        .filter(({ from, to }) => !existsSync(from) || !importsOf(from).includes(to))
        .map(
          ({ from, to }) => `${REQUEST} has the arrow ${from} --> ${to}, but ${from} does not import ${to}`,
        ),
    ).toEqual([]);
  });

  it('says of each module what it owns, what it promises and what it must not know', () => {
    const faults = modules.flatMap(({ file, name }) => {
      const [, text] = /\/\*\*\n((?: \*.*\n)+?) \*\/\n(?:@Global\(\)\n)?@Module\(/.exec(read(file)) ?? [];
      if (!text) return `${file}: ${name} has no docstring that begins with "Owns"`;
      const lines = text.split('\n').length - 1;
      if (lines < 2 || lines > 5) return `${file}: the docstring of ${name} has ${lines} lines, not 2 to 5`;
      if (!text.startsWith(' * Owns ')) return `${file}: the docstring of ${name} does not begin with "Owns"`;
      return /must\s+(?:\* )?not/.test(text) ? [] : `${file}: ${name} does not say what it must not know`;
    });
    expect(faults).toEqual([]);
    expect(modules.length).toBeGreaterThan(15);
  });

  it('has each module in the application, and each entity in ormconfig.ts', () => {
    const users = ['src/app.module.ts', ...modules.map(({ file }) => file)];
    const unused = modules.filter(
      ({ file, name }) =>
        !users.some((user) => user !== file && new RegExp(`\\b${name}\\b`).test(bodyOf(user))),
    );
    const entities = files.flatMap((file) =>
      [...read(file).matchAll(/export class (\w+Entity)\b/g)].map(([, name]) => ({ file, name: name! })),
    );
    const unlisted = entities.filter(
      ({ name }) => !new RegExp(`^  ${name},$`, 'm').test(bodyOf('ormconfig.ts')),
    );
    expect([
      ...unused.map(({ file, name }) => `src/app.module.ts does not have ${name} of ${file}`),
      ...unlisted.map(({ file, name }) => `ormconfig.ts does not have ${name} of ${file}`),
    ]).toEqual([]);
  });

  it('names a table only in the SQL of the folder that owns it', () => {
    const named = files
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) =>
        [...read(file).matchAll(SQL_TABLE)]
          .filter(([, table]) => owners.has(table!))
          .map(([, table]) => ({ file, table: table! })),
      );
    expect(named.length).toBeGreaterThan(10);
    expect(
      named
        .filter(({ file, table }) => owners.get(table) !== folderOf(file))
        .map(({ file, table }) => `${file} has SQL on ${table}, which src/${owners.get(table)} owns`),
    ).toEqual([]);
  });

  it('injects a repository only in the folder that has its entity', () => {
    const entities = new Map(
      files.flatMap((file) =>
        [...read(file).matchAll(/export class (\w+Entity)\b/g)].map(([, name]) => [name, folderOf(file)]),
      ),
    );
    const injected = files.flatMap((file) =>
      [...read(file).matchAll(/@InjectRepository\((\w+Entity)\)/g)].map(([, entity]) => ({ file, entity })),
    );
    expect(injected.length).toBeGreaterThan(10);
    expect(
      injected
        .filter(({ file, entity }) => entities.get(entity) !== folderOf(file))
        .map(({ file, entity }) => `${file} injects ${entity} of src/${entities.get(entity)}`),
    ).toEqual([]);
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
