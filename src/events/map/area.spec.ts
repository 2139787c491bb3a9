import fc from 'fast-check';
import { areaOf, checkBox, checkPoint, distanceBetween, EARTH_RADIUS, isWithin } from './area.js';

const UNION = { latitude: 39.9977, longitude: -83.0086 };
const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

const NULL_ISLAND = { latitude: 0, longitude: 0 };
const OPPOSITE = { latitude: 0, longitude: 179.99999999 };

describe('distanceBetween', () => {
  it('knows the way from Nashville to Los Angeles, and a degree of the meridian', () => {
    const nashville = { latitude: 36.12, longitude: -86.67 };
    const losAngeles = { latitude: 33.94, longitude: -118.4 };
    // The value that is known for it goes by a radius of 6372.8 km.
    expect((distanceBetween(nashville, losAngeles) / EARTH_RADIUS) * 6_372.8).toBeCloseTo(2_887.26, 2);
    const degree = distanceBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });
    expect(degree).toBeCloseTo(111_195.1, 1);
  });

  it('is the same there and back, zero to itself, and never more than half around the earth', () => {
    fc.assert(
      fc.property(point, point, (one, other) => {
        const distance = distanceBetween(one, other);
        expect(distanceBetween(other, one)).toBeCloseTo(distance, 3);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(Math.PI * EARTH_RADIUS + 0.001);
        expect(distanceBetween(one, one)).toBe(0);
      }),
    );
  });

  it('makes no detour shorter than the straight way', () => {
    const nearlyOpposite = Math.PI * EARTH_RADIUS - 1_000;
    fc.assert(
      fc.property(point, point, point, (one, other, third) => {
        const straight = distanceBetween(one, other);
        const legs = [distanceBetween(one, third), distanceBetween(third, other)] as const;
        // Between points that are nearly opposite, the formula is good to some decimetres.
        const precision = Math.max(straight, ...legs) > nearlyOpposite ? 1 : 0.001;
        expect(straight).toBeLessThanOrEqual(legs[0] + legs[1] + precision);
      }),
      { examples: [[NULL_ISLAND, OPPOSITE, { latitude: 0, longitude: -1.3e-6 }]] },
    );
  });
});

describe('areaOf', () => {
  it('is the box, or the circle with a box around it that holds all of it', () => {
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
        (middle, radius, way, part) => {
          const area = areaOf({ near: `${middle.latitude},${middle.longitude}`, radius })!;
          const other = travelled(middle, radius * part, way);
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
  it.each(['-180,-90,180,90', '179.5,-17,-179.5,-16', '0,0,0,0', '-83.1, 39.9, -82.9, 40.1'])(
    'take the box %s',
    (box) => {
      expect(checkBox(box)).toBeUndefined();
    },
  );
  it.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '0,1,0,0',
    '-181,0,0,0',
    '0,-91,0,0',
    '0,0,0,91',
    '0,0,181,0',
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
  it.each(['0,0', '-90,-180', '90,180', '39.9977, -83.0086'])('take the point %s', (at) => {
    expect(checkPoint(at)).toBeUndefined();
  });
  it.each(['', '1', '1,2,3', '90.1,0', '0,180.1', '0,', 'Infinity,0', ['1', '2']])(
    'refuse the point %s',
    (at) => {
      expect(checkPoint(at)).toEqual(expect.any(String));
    },
  );
});

/** Where one arrives who goes so many metres in a direction. */
function travelled({ latitude, longitude }: typeof UNION, metres: number, way: number): typeof UNION {
  const radians = Math.PI / 180;
  const [start, angle] = [latitude * radians, metres / EARTH_RADIUS];
  // As a vector, since an arcsine is good to a decimetre only near the poles.
  const north = Math.sin(angle) * Math.cos(way);
  const up = Math.sin(start) * Math.cos(angle) + Math.cos(start) * north;
  const out = Math.cos(start) * Math.cos(angle) - Math.sin(start) * north;
  const aside = Math.sin(angle) * Math.sin(way);
  const end = Math.atan2(up, Math.hypot(out, aside));
  const east = longitude + Math.atan2(aside, out) / radians;
  return { latitude: end / radians, longitude: ((((east + 180) % 360) + 360) % 360) - 180 };
}
