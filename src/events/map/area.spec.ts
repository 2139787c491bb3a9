import fc from 'fast-check';
import { isWithin } from '../../../test/support/sphere.js';
import { areaOf, checkBox, checkPoint, EARTH_RADIUS } from './area.js';

const UNION = { latitude: 39.9977, longitude: -83.0086 };
describe('areaOf', () => {
  it('is the box, or the circle with an enclosing box', () => {
    expect(areaOf({})).toBeUndefined();
    expect(areaOf({ bbox: '-83.1,39.9,-82.9,40.1' })).toEqual({
      box: { west: -83.1, south: 39.9, east: -82.9, north: 40.1 },
    });
    expect(areaOf({ near: '39.9977,-83.0086' })?.circle).toEqual({ ...UNION, radius: 2_000 });
    const radius = fc.integer({ min: 1, max: 50_000 });
    const angle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
    const nearPoint = fc.record({
      latitude: fc.integer({ min: -90_000, max: 90_000 }).map((value) => value / 1_000),
      longitude: fc.integer({ min: -180_000, max: 180_000 }).map((value) => value / 1_000),
    });
    fc.assert(
      fc.property(
        nearPoint,
        radius,
        angle,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (center, radius, bearing, part) => {
          const area = areaOf({ near: `${center.latitude},${center.longitude}`, radius })!;
          const other = destination(center, radius * part, bearing);
          expect({ other, isWithin: isWithin({ box: area.box }, other) }).toEqual({ other, isWithin: true });
          expect(isWithin(area, other)).toBe(true);
        },
      ),
      { numRuns: 500, examples: [[{ latitude: -90, longitude: 0 }, 1, 0, 0.9979515492217346]] },
    );
  });

  it.each([
    [{ bbox: '0,0,1,1', near: '0,0' }, ['bbox']],
    [{ radius: 100 }, ['radius']],
    [{ radius: 100, bbox: '0,0,1,1' }, ['radius']],
    [{ sort: 'distance' }, ['sort']],
    [{ sort: 'distance', radius: 5, bbox: '0,0,1,1' }, ['radius', 'sort']],
  ])('refuses %j', (query, pointers) => {
    let faults: { pointer: string }[] = [];
    try {
      areaOf(query);
    } catch (error) {
      faults = (error as { errors: { pointer: string }[] }).errors;
    }
    expect(faults.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('checkBox and checkPoint', () => {
  it.each(['-180,-90,180,90', '179.5,-17,-179.5,-16', '0,0,0,0', '-83.1, 39.9, -82.9, 40.1', '170,0,190,1'])(
    'accept the box %s',
    (box) => {
      expect(checkBox(box)).toBeUndefined();
    },
  );
  it.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '0,1,0,0',
    '0,-91,0,0',
    '0,0,0,91',
    '0,0,18100,0',
    'a,0,0,0',
    '0,0,1e1,0',
    'NaN,0,0,0',
    ',,,',
    '0,0,0x1,0',
    7,
    undefined,
  ])('refuse the box %s', (box) => {
    expect(checkBox(box)).toEqual(expect.any(String));
  });
  it.each(['0,0', '-90,-180', '90,180', '39.9977, -83.0086'])('accept the point %s', (at) => {
    expect(checkPoint(at)).toBeUndefined();
  });
  it.each(['', '1', '1,2,3', '90.1,0', '0,', '0,12345', 'Infinity,0', ['1', '2']])(
    'refuse the point %s',
    (at) => {
      expect(checkPoint(at)).toEqual(expect.any(String));
    },
  );
});

/** The point at a distance in metres and a bearing in radians from a point. */
function destination({ latitude, longitude }: typeof UNION, metres: number, bearing: number): typeof UNION {
  const radians = Math.PI / 180;
  const [start, angle] = [latitude * radians, metres / EARTH_RADIUS];
  // As a vector: near the poles, an arcsine is accurate only to a decimetre.
  const north = Math.sin(angle) * Math.cos(bearing);
  const up = Math.sin(start) * Math.cos(angle) + Math.cos(start) * north;
  const out = Math.cos(start) * Math.cos(angle) - Math.sin(start) * north;
  const aside = Math.sin(angle) * Math.sin(bearing);
  const end = Math.atan2(up, Math.hypot(out, aside));
  const east = longitude + Math.atan2(aside, out) / radians;
  return { latitude: end / radians, longitude: ((((east + 180) % 360) + 360) % 360) - 180 };
}
