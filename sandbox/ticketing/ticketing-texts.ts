/** An invented hall or ground in Columbus. */
export interface Hall {
  readonly name: string;
  readonly street: string;
  readonly latitude: string;
  readonly longitude: string;
}

/** What ticketed events of one kind have in common. */
export interface Show {
  readonly segment: string;
  readonly genre: string;
  readonly halls: readonly Hall[];
  /** Start times, `19:30`, and how long it lasts in minutes. */
  readonly starts: readonly string[];
  readonly minutes: number;
  /** Names, as templates (see `fill`). */
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

const hall = (name: string, street: string, latitude: string, longitude: string): Hall => ({
  name,
  street,
  latitude,
  longitude,
});

const lanternHall = hall('Lantern Hall', '405 Foundry Row', '39.969861', '-83.009721');
const tannery = hall('The Tannery', '91 Warehouse Alley', '39.952210', '-82.994873');
const riverStage = hall('Riverbend Amphitheater', '7 Confluence Way', '39.964022', '-83.012340');
const grandAvalon = hall('Grand Avalon Theatre', '38 E Broadwell St', '39.961512', '-82.998411');
const cellar = hall('The Copper Cellar', '1190 N Summit Pl', '39.987300', '-82.999015');
const drumlinArena = hall('Drumlin Arena', '200 W Ironworks Blvd', '39.968930', '-83.006170');
const jessamine = hall('Jessamine Soccer Stadium', '1 Jessamine Loop', '40.009511', '-82.991204');
const marlowe = hall('Marlowe Center', '1849 Cannon Dr', '40.000415', '-83.016250');
const fairHall = hall('Franklin Exhibition Hall', '717 E Fairground Ave', '40.002711', '-82.989600');

/** What is played in town, by kind. */
export const shows: readonly Show[] = [
  {
    segment: 'Music',
    genre: 'Rock',
    halls: [lanternHall, tannery, riverStage, drumlinArena],
    starts: ['19:00', '19:30', '20:00'],
    minutes: 180,
    names: [
      '{Scarlet Lanterns|The Paper Comets|Velvet Turnpike|Mile Marker Nine|Ghost Orchard|The Tin Parade}',
      '{Salt & Sparrow|Holloway Kings|Neon Ferry}: {The Long Way Home|Second Summer|Static Hearts} Tour',
      '{Radio Meridian|Copper Coyotes} with Special Guest {Junebug Riot|Low Tide Choir}',
    ],
    texts: [
      'Doors open one hour before the show. All ages.',
      'General admission, standing room only on the floor.',
      'Two sets with an intermission. Rain or shine.',
    ],
  },
  {
    segment: 'Music',
    genre: 'Country',
    halls: [riverStage, drumlinArena, tannery],
    starts: ['19:00', '19:30'],
    minutes: 180,
    names: [
      '{Dusty Calloway|Marlene Rae|The Buckeye Ramblers|Wade Hollister}{ Live|: Backroads Tour| & Friends}',
      '{Ohio Valley|Heartland|Front Porch} Country Jam',
    ],
    texts: ['Lawn seats are general admission; bring a blanket, no chairs please.'],
  },
  {
    segment: 'Music',
    genre: 'Jazz',
    halls: [cellar, grandAvalon],
    starts: ['18:30', '20:00', '21:30'],
    minutes: 105,
    names: [
      '{Nadine Okafor|Theo Castellanos|Ruth Lindqvist} {Quartet|Trio|Quintet}',
      '{Midnight|Sunday|Blue Hour} Jazz {Session|Supper}',
    ],
    texts: ['Table service begins an hour before the first set.', 'Ages 21 and up.'],
  },
  {
    segment: 'Music',
    genre: 'Hip-Hop/Rap',
    halls: [lanternHall, tannery, drumlinArena],
    starts: ['20:00', '21:00'],
    minutes: 150,
    names: [
      '{Kid Meridian|Lyric Vance|Six One Fourth|DJ Halcyon}',
      '{Kid Meridian|Lyric Vance}: {Open Letters|Overpass} Tour',
    ],
    texts: ['Clear bags only. No re-entry.'],
  },
  {
    segment: 'Music',
    genre: 'Classical',
    halls: [grandAvalon, marlowe],
    starts: ['15:00', '19:30'],
    minutes: 120,
    names: [
      'Columbus River Philharmonic: {Mahler’s Resurrection|Dvořák’s New World|Holiday Pops|An Evening of Price and Barber}',
      '{Winter|Spring|Candlelight} Chamber Concert',
    ],
    texts: ['Pre-concert talk in the lobby, 45 minutes before the performance.'],
  },
  {
    segment: 'Sports',
    genre: 'Hockey',
    halls: [drumlinArena],
    starts: ['19:00'],
    minutes: 160,
    names: [
      'Columbus Ironbacks vs. {Lake Erie Gulls|Allegheny Smelters|Queen City Paddlers|Motor City Pistons}',
    ],
    texts: ['Scarf night for the first 5,000 fans.', 'Family four-packs are available online only.'],
  },
  {
    segment: 'Sports',
    genre: 'Soccer',
    halls: [jessamine],
    starts: ['13:00', '19:30'],
    minutes: 120,
    names: ['Olentangy United FC vs. {River City SC|Bluegrass Athletic|Steel Harbor FC|Northern Lakes FC}'],
    texts: ['Gates open 90 minutes before kick-off.'],
  },
  {
    segment: 'Arts & Theatre',
    genre: 'Theatre',
    halls: [grandAvalon, marlowe],
    starts: ['14:00', '19:30', '20:00'],
    minutes: 150,
    names: [
      '{The Glassblower’s Daughter|A Season of Rain|Lanterns on the Scioto|The Understudies} (Touring)',
      '{Twelfth Night|The Cherry Orchard|Our Town}',
    ],
    texts: [
      'Recommended for ages 10 and up; children under 5 are not admitted.',
      'Includes one intermission.',
    ],
  },
  {
    segment: 'Arts & Theatre',
    genre: 'Comedy',
    halls: [cellar, lanternHall, grandAvalon],
    starts: ['19:00', '21:30'],
    minutes: 90,
    names: [
      '{Priya Ramaswamy|Gideon Pruitt|Lena Kowalski|Omar Haddad}: {Mostly Harmless|Window Seat|Indoor Voice}',
    ],
    texts: ['Two-item minimum. Phones are locked in pouches during the show.'],
  },
  {
    segment: 'Miscellaneous',
    genre: 'Family',
    halls: [drumlinArena, fairHall],
    starts: ['11:00', '15:00', '18:30'],
    minutes: 120,
    names: [
      '{Dinosaurs Around the Block|Circus Candela|Ice Kingdom on Tour}',
      '{Home & Garden|Comic & Toy|Model Railroad} Expo',
    ],
    texts: ['Children under 2 are free on a lap.', 'Parking is sold separately.'],
  },
];

export const notes = [
  'No re-entry.',
  'Bags larger than 12 by 12 inches are not permitted.',
  'Delivery of tickets is delayed until three days before the event.',
  'A portion of each ticket goes to local music education.',
];
