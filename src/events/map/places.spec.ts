import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../common/config.js';
import { readPlaces } from './places.js';

describe('readPlaces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  const file = join(folder, 'places.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readPlaces(file);
  };
  const pond = { name: 'Mirror Lake', latitude: 39.998, longitude: -83.0137 };

  it('reads places; aliases and address may be missing', () => {
    expect(read([])).toEqual([]);
    expect(read([pond, { ...pond, name: ' Oval ', aliases: ['The Oval'], address: '1 Oval Dr' }])).toEqual([
      { ...pond, aliases: [] },
      { ...pond, name: 'Oval', aliases: ['The Oval'], address: '1 Oval Dr' },
    ]);
    expect(read([{ ...pond, aliases: ['MIRROR LAKE'], address: null }])).toHaveLength(1);
  });

  it.each([
    ['[{]', /is not JSON/],
    [{}, /expected array/],
    [[{ ...pond, latitude: 91 }], /at \[0\]\.latitude/],
    [[pond, { ...pond, name: 'x', longitude: '-83' }], /at \[1\]\.longitude/],
    [[{ ...pond, name: ' ' }], /at \[0\]\.name/],
    [[{ ...pond, aliases: ['x'.repeat(201)] }], /200 characters\s+→ at \[0\]\.aliases\[0\]/],
    [[{ ...pond, alias: 'Pond' }], /alias/],
    [[pond, { ...pond, latitude: 0 }], /to two places/],
    [
      [pond, { ...pond, name: 'Pond', aliases: ['mirror láke'] }],
      /gives the name "mirror láke" to two places, "Mirror Lake" and "Pond"/,
    ],
    [
      Array.from({ length: 10_001 }, (_, number) => ({ ...pond, name: `${number}` })),
      /more than 10000 names/,
    ],
  ])('refuses %j', (content, message) => {
    expect(() => read(content)).toThrow(ConfigError);
    expect(() => read(content)).toThrow(message);
    expect(() => read(content)).toThrow(`PLACES_FILE: ${file}`);
  });

  it('counts aliases as names', () => {
    const aliased = (count: number) => [
      { ...pond, aliases: Array.from({ length: count }, (_, n) => `${n}`) },
    ];
    expect(read(aliased(9_999))[0]!.aliases).toHaveLength(9_999);
    expect(() => read(aliased(10_000))).toThrow(/more than 10000 names/);
  });

  it('refuses a file that does not exist', () => {
    expect(() => readPlaces(join(folder, 'none.json'))).toThrow(/none\.json cannot be read \(ENOENT\)/);
    expect(() => readPlaces(folder)).toThrow(/cannot be read \(EISDIR\)/);
  });
});
