import type { Place } from './kind.js';

/** Invented places on a campus in Columbus, by what one does there. */
export const places = {
  lecture: [
    ['Scioto Hall', 'Room 120'],
    ['Hollis Hall', 'Auditorium 100'],
    ['Glass Pond Commons', 'Lecture Hall B'],
    ['Buckthorn Science Center', 'Room 1005'],
    ['Brickyard Annex', 'Room 214'],
    ['Main Library', 'Colloquia Room 150'],
    ['School of Public Affairs', 'Room 130'],
  ],
  seminar: [
    ['Buckthorn Science Center', 'Room 3040'],
    ['Materials Research Building', 'Room 180'],
    ['Hollis Hall', 'Seminar Room 302'],
    ['Main Library', 'Room 090'],
    ['Humanities House', 'Parlor'],
    ['Astronomy Building', 'Room 4054'],
  ],
  union: [
    ['Student Union', 'Great Hall'],
    ['Student Union', 'Meeting Room 2120'],
    ['Student Union', 'Performance Hall'],
    ['Student Union', 'Interfaith Room'],
    ['Student Union', 'Cartoon Room'],
    ['North Commons', 'Multipurpose Room'],
    ['South Campus Gateway', 'Community Room'],
  ],
  fair: [
    ['Student Union', 'Grand Ballroom'],
    ['Convocation Center', 'Main Concourse'],
    ['Student Union', 'Great Hall'],
    ['Northwest Field House', 'Court Level'],
  ],
  stage: [
    ['Larkin Hall', 'Concert Hall'],
    ['Ellery Recital Hall', 'Main Stage'],
    ['Timber Street Music Building', 'Recital Hall'],
    ['Student Union', 'Performance Hall'],
    ['Olentangy Hall', 'Courtyard Stage'],
  ],
  theatre: [
    ['Marlowe Center', 'Studio Theatre'],
    ['Marlowe Center', 'Roundhouse Theatre'],
    ['Calloway Annex', 'Black Box'],
    ['Gateway Film House', 'Screen 2'],
  ],
  cafe: [
    ['Student Union', 'Espresso Lounge'],
    ['Berry Café', 'Main Library, First Floor'],
    ['Terra Byte Café', 'Buckthorn Science Center'],
    ['Humanities House', 'Front Porch'],
  ],
  tech: [
    ['Dressler Labs', 'Room 305'],
    ['Pomeroy Data Commons', 'Ideation Zone'],
    ['Innovation District', 'Makerspace'],
    ['Buckthorn Science Center', 'Computer Lab 1120'],
  ],
  maker: [
    ['Innovation District', 'Makerspace'],
    ['Main Library', 'Book Arts Lab'],
    ['Student Union', 'Creative Arts Room'],
    ['Hopwood Annex', 'Ceramics Studio'],
  ],
  career: [
    ['Career Success Center', 'Suite 150'],
    ['Fairbank Hall', 'Room 355'],
    ['Student Union', 'Meeting Room 3150'],
    ['Yardley Center', 'Training Room'],
  ],
  gym: [
    ['North Recreation Center', 'Studio 1'],
    ['North Recreation Center', 'Multipurpose Gym'],
    ['South Recreation Center', 'Mind-Body Studio'],
    ['South Recreation Center', 'Court 3'],
  ],
  outdoors: [
    ['Outdoor Adventure Center', 'Lobby'],
    ['Olentangy Trail', 'Lane Avenue Trailhead'],
    ['South Oval', 'by the Flagpole'],
    ['Beckett Park', 'Field 6'],
  ],
  arena: [
    ['Coventry Arena', 'Main Court'],
    ['Jessamine Soccer Stadium', 'Gates 1 and 2'],
    ['Ice Rink', 'Lower Level'],
    ['Northwest Field House', 'Court Level'],
  ],
  health: [
    ['Sumner Student Health Center', 'Third Floor'],
    ['Yardley Center', 'Wellness Suite'],
    ['South Recreation Center', 'Mind-Body Studio'],
    ['Student Union', 'Meeting Room 1000'],
  ],
  kitchen: [
    ['South Recreation Center', 'Instructional Kitchen'],
    ['Student Union', 'Test Kitchen'],
    ['North Commons', 'Dining Hall'],
    ['Hollis Hall', 'Faculty Club Dining Room'],
  ],
  plaza: [
    ['Student Union', 'West Plaza'],
    ['South Oval', 'by the Flagpole'],
    ['South Campus Gateway', 'Plaza'],
    ['North Commons', 'Patio'],
  ],
  service: [
    ['Student Union', 'Service Desk, Room 2088'],
    ['Near North Food Pantry', 'Loading Dock'],
    ['Watershed Farm', 'Main Gate'],
    ['Weldon Commons', 'Front Entrance'],
    ['Olentangy Trail', 'Dodridge Street Lot'],
  ],
} as const satisfies Record<string, readonly Place[]>;

/** Campuses other than the one that the service takes in, with a room or two each. */
export const otherCampuses: readonly (readonly [campus: string, places: readonly Place[]])[] = [
  [
    'newark',
    [
      ['Founders Hall', 'Atrium'],
      ['Hopewell Hall', 'Room 61'],
    ],
  ],
  [
    'marion',
    [
      ['Morrow Center', 'Garden Room'],
      ['Harding Building', 'Room 110'],
    ],
  ],
  [
    'lima',
    [
      ['Garland Hall', 'Reading Commons'],
      ['Cook Hall', 'Room 117'],
    ],
  ],
  [
    'mansfield',
    [
      ['Eastlake Center', 'Founders Room'],
      ['Conway Hall', 'Room 100'],
    ],
  ],
  [
    'wooster',
    [
      ['Halstead Hall', 'Room 131'],
      ['Shelby Center', 'Ballroom'],
    ],
  ],
];

export const firstNames =
  'Amara Beatriz Caleb Chiara Dalia Darnell Elif Elliot Farah Gideon Hana Imani Ingrid Jamal Joaquín Kavya Keiko Lena Liam Lucía Maeve Mateo Mei Nadia Noor Omar Priya Quentin Rosa Ruth Samir Sofía Tariq Theo Tomasz Wendell Yara Yusuf Zoë Zuri'.split(
    ' ',
  );

export const lastNames =
  'Abara Adeyemi Alvarez Banerjee Becker Castellanos Chaudhry Dombrowski Ellison Farouk Fitzgerald Goldberg Haddad Hartmann Ibarra Iwasaki Jaramillo Kaplan Kowalski Lindqvist Lockhart Mbeki Merriweather Nakamura Nguyen Novak Obi Okafor Patel Pruitt Quiñones Ramaswamy Rosenthal Saito Szymański Tran Underwood Vance Whitaker Zielinski'.split(
    ' ',
  );

export const towns =
  'Ann Arbor|Pittsburgh|Bloomington|Cleveland|Madison|Toronto|Louisville|Accra|Kraków|Chicago|São Paulo|Philadelphia|Cincinnati|Asheville|Montréal'.split(
    '|',
  );
