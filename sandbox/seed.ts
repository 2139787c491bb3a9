import { hashOf, newToken } from '../src/calendars/calendar-token.js';
import { ANYTHING } from '../src/conversations/assistant/event-query.js';
import { DEMO_CALENDAR_TOKEN, demoId as id } from '../src/openapi/examples.js';
import { columbusInstant, dayOf, minutesOf } from './columbus-time.js';

/** The rows of one table, by the names of its columns, and the columns of its primary key. */
export interface TableRows {
  table: string;
  key: string[];
  rows: Record<string, unknown>[];
}

const HOUR_MS = 3_600_000;

/**
 * The demo's town: four people, what they plan, and what they have done by now. The ids stay; the dates move with
 * `now`, a day and a clock time in Columbus each. Tables stand before those that refer to them.
 */
export function seedRows(now: Date): TableRows[] {
  const at = (days: number, clock: string) =>
    columbusInstant(dayOf(now) + days, minutesOf(clock)).toISOString();
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const written = (hours: number) => ({ created_at: ago(hours), updated_at: ago(hours) });
  const pay = (amount: number, type = 'HOURLY') => ({ amount, currency: 'USD', type });
  const terms = { compensation: null, apply_by: null, positions: null };
  const event = { type: 'EVENT', status: 'OPEN', source: 'USER', ...terms, images: [] };
  const image = (name: string, width: number, height: number, alt: string) => ({
    ...{ url: `https://images.example.com/${name}.jpg`, width, height, alt },
  });
  const gig = { ...event, type: 'GIG' };

  return [
    {
      table: 'users',
      key: ['id'],
      rows: [
        {
          id: 'alice',
          name: 'Alice Liddell',
          headline: 'Concert committee, second year',
          bio: 'I plan things, and I need hands.',
        },
        { id: 'bob', name: 'Bob Builder', headline: 'Stage hand, second year', bio: 'Two years of set-up.' },
        { id: 'carla', name: 'Carla Cortez', headline: 'Strong, punctual, cheerful', bio: null },
        { id: 'deng', name: 'Deng Li', headline: 'Physics, third year', bio: 'Ask me about the sky.' },
      ],
    },
    {
      table: 'events',
      key: ['id'],
      rows: [
        {
          ...event,
          ...written(96),
          id: id(101),
          creator_id: 'alice',
          title: 'Open-air jazz on the South Oval',
          description: 'Three student bands play until dark. Bring a blanket. Free for everyone.',
          location: { name: 'South Oval', address: '1820 Neil Ave, Columbus, OH' },
          start_at: at(2, '19:00'),
          end_at: at(2, '22:00'),
          images: [
            image(
              'south-oval-jazz',
              1600,
              900,
              'A band plays on the grass while the sun sets behind the trees.',
            ),
            image('south-oval-crowd', 1200, 800, 'People on blankets, seen from the stage.'),
          ],
          tags: ['jazz', 'live music', 'outdoor', 'free'],
          summary: 'Three student bands play until dark.',
          category: 'MUSIC',
        },
        {
          ...event,
          ...written(90),
          id: id(102),
          creator_id: 'bob',
          title: 'Repair café',
          description: 'Bring what is broken: bikes, lamps, toasters. We mend it together, with coffee.',
          location: { name: 'Makers Hub', address: '1445 Summit St, Columbus, OH' },
          start_at: at(1, '14:00'),
          end_at: at(1, '18:00'),
          images: [image('repair-cafe', 1600, 900, 'Two people bend over an open toaster.')],
          tags: ['repair', 'workshop', 'coffee'],
          summary: 'Bring what is broken: bikes, lamps, toasters.',
          category: 'WORKSHOP',
        },
        {
          ...event,
          ...written(72),
          id: id(103),
          creator_id: 'carla',
          title: 'Board games in the lounge',
          description: 'Bring a friend and a game. Snacks are on us.',
          location: { name: 'Ohio Union, Room 2', address: '1739 N High St, Columbus, OH' },
          start_at: at(0, '20:00'),
          end_at: at(0, '23:30'),
          tags: ['board games', 'snacks'],
          summary: 'Bring a friend and a game.',
          category: 'SOCIAL',
        },
        {
          ...event,
          ...written(48),
          id: id(104),
          creator_id: 'deng',
          title: 'Stargazing on the roof',
          description:
            'Saturn and its rings through the ten-inch telescope. Dress warmly; it lasts while the sky is clear.',
          location: { name: 'Planetarium', address: '174 W 18th Ave, Columbus, OH' },
          start_at: at(4, '21:00'),
          end_at: null,
          images: [image('saturn', 1024, 1024, 'Saturn with its rings, through a telescope.')],
          tags: ['astronomy', 'telescope'],
          summary: 'Saturn and its rings through the ten-inch telescope.',
          category: 'ACADEMIC',
        },
        {
          ...event,
          ...written(150),
          id: id(109),
          creator_id: 'alice',
          title: 'Picnic by the river',
          description: 'The rain has washed it away. Another time!',
          location: { name: 'North Bank Park' },
          start_at: at(3, '12:00'),
          end_at: at(3, '15:00'),
          status: 'CANCELLED',
          tags: ['picnic'],
          summary: null,
          category: 'SOCIAL',
        },
        {
          ...gig,
          ...written(60),
          id: id(201),
          creator_id: 'alice',
          title: 'Stage hands for the spring concert',
          description:
            'Help us set up the stage, the lights and two hundred chairs on the Oval, and take it all down again at night. No experience needed; lunch is on us.',
          location: { name: 'The Oval', address: '1800 Neil Ave, Columbus, OH' },
          start_at: at(5, '09:00'),
          end_at: at(5, '23:00'),
          compensation: pay(18.5),
          apply_by: at(4, '20:00'),
          positions: 4,
          images: [image('oval-stage', 1600, 900, 'A half-built stage in front of the library.')],
          tags: ['concert', 'stage crew', 'lunch'],
          summary: 'Help us set up the stage, the lights and two hundred chairs on the Oval.',
          category: 'EVENT_STAFFING',
        },
        {
          ...gig,
          ...written(58),
          id: id(202),
          creator_id: 'alice',
          title: 'Move a sofa and twelve boxes',
          description:
            'From a third floor without a lift to a ground floor six blocks away. I have the van; you bring two strong arms. About two hours.',
          location: { name: 'Chittenden Avenue', address: '120 E Chittenden Ave, Columbus, OH' },
          start_at: at(8, '17:00'),
          end_at: at(8, '19:00'),
          compensation: pay(22),
          positions: 1,
          tags: ['moving', 'sofa'],
          summary: 'From a third floor without a lift to a ground floor six blocks away.',
          category: 'MOVING_DELIVERY',
        },
        {
          ...gig,
          ...written(40),
          id: id(204),
          creator_id: 'bob',
          title: 'Paint a garden fence',
          description: 'Sixty feet of fence, paint and brushes are here. One sunny afternoon.',
          location: { name: 'Clintonville', address: '3500 N High St, Columbus, OH' },
          start_at: at(6, '13:00'),
          end_at: at(6, '18:00'),
          compensation: pay(120, 'FIXED'),
          apply_by: at(5, '18:00'),
          positions: 2,
          images: [image('garden-fence', 800, 600, 'A long grey fence with flaking paint.')],
          tags: ['painting', 'fence'],
          summary: 'Sixty feet of fence, paint and brushes are here.',
          category: 'HOME_HELP',
        },
        {
          ...gig,
          ...written(36),
          id: id(205),
          creator_id: 'deng',
          title: 'Sound desk at the physics ball',
          description: 'Four hours at the desk, one band and one DJ. I show you how.',
          location: { name: 'Independence Hall' },
          start_at: at(7, '18:00'),
          end_at: at(7, '22:00'),
          compensation: pay(20),
          positions: 1,
          tags: ['sound desk', 'ball'],
          summary: 'Four hours at the desk, one band and one DJ.',
          category: 'EVENT_STAFFING',
        },
        {
          ...gig,
          ...written(30),
          id: id(206),
          creator_id: 'carla',
          title: 'Calculus tutor before the finals',
          description:
            'Two evenings a week until the exam, integrals and series above all. In the library or online.',
          location: { name: 'Thompson Library' },
          start_at: at(3, '18:00'),
          end_at: null,
          compensation: pay(25),
          tags: ['calculus', 'tutoring'],
          summary: 'Two evenings a week until the exam, integrals and series above all.',
          category: 'TUTORING',
        },
        {
          ...gig,
          ...written(100),
          id: id(209),
          creator_id: 'alice',
          title: 'Hand out flyers',
          description: 'Done sooner than I thought: nobody is needed any more.',
          location: { name: 'High Street' },
          start_at: at(2, '10:00'),
          end_at: at(2, '12:00'),
          compensation: pay(15),
          tags: ['flyers'],
          summary: null,
          category: 'OTHER',
        },
      ],
    },
    {
      // Three want to be stage hands; Alice has taken the first to ask. She herself is to mix the sound, and would tutor. Carla
      // wanted to carry her sofa, and has thought better of it.
      table: 'applications',
      key: ['gig_id', 'id'],
      rows: [
        {
          ...written(50),
          id: id(302),
          gig_id: id(201),
          applicant_id: 'carla',
          message: 'I can bring my own gloves.',
          status: 'ACCEPTED',
          withdrawn_at: null,
        },
        {
          ...written(20),
          id: id(301),
          gig_id: id(201),
          applicant_id: 'bob',
          message: 'I have done set-up for two years.',
          status: 'PENDING',
          withdrawn_at: null,
        },
        {
          ...written(3),
          id: id(303),
          gig_id: id(201),
          applicant_id: 'deng',
          message: 'Free all day, and I know the sound desk.',
          status: 'PENDING',
          withdrawn_at: null,
        },
        {
          ...written(28),
          id: id(304),
          gig_id: id(205),
          applicant_id: 'alice',
          message: null,
          status: 'ACCEPTED',
          withdrawn_at: null,
        },
        {
          ...written(6),
          id: id(305),
          gig_id: id(206),
          applicant_id: 'alice',
          message: 'I passed it last year.',
          status: 'PENDING',
          withdrawn_at: null,
        },
        {
          ...written(4),
          id: id(306),
          gig_id: id(202),
          applicant_id: 'carla',
          message: 'Two strong arms, as you can see in my profile.',
          status: 'PENDING',
          withdrawn_at: ago(2),
        },
      ],
    },
    {
      table: 'interactions',
      key: ['event_id', 'user_id', 'action'],
      rows: [
        { id: id(602), event_id: id(201), user_id: 'carla', action: 'APPLY', count: 1, hours: 50 },
        { id: id(601), event_id: id(201), user_id: 'bob', action: 'APPLY', count: 1, hours: 20 },
        { id: id(603), event_id: id(201), user_id: 'deng', action: 'APPLY', count: 1, hours: 3 },
        { id: id(604), event_id: id(205), user_id: 'alice', action: 'APPLY', count: 1, hours: 28 },
        { id: id(605), event_id: id(206), user_id: 'alice', action: 'APPLY', count: 1, hours: 6 },
        { id: id(610), event_id: id(202), user_id: 'carla', action: 'APPLY', count: 1, hours: 4 },
        { id: id(606), event_id: id(101), user_id: 'bob', action: 'VIEW', count: 3, hours: 12 },
        { id: id(607), event_id: id(101), user_id: 'deng', action: 'SAVE', count: 1, hours: 11 },
        { id: id(608), event_id: id(103), user_id: 'alice', action: 'SAVE', count: 1, hours: 10 },
        { id: id(609), event_id: id(104), user_id: 'alice', action: 'BOOKMARK', count: 1, hours: 9 },
      ].map(({ hours, ...row }) => ({ ...row, first_at: ago(hours), last_at: ago(hours) })),
    },
    {
      table: 'collections',
      key: ['id'],
      rows: [
        {
          ...written(70),
          id: id(401),
          owner_id: 'alice',
          name: 'This week',
          description: 'What I go to, if I find the time.',
          visibility: 'PUBLIC',
        },
        {
          ...written(69),
          id: id(402),
          owner_id: 'bob',
          name: 'Jobs for a Saturday',
          description: null,
          visibility: 'PUBLIC',
        },
        {
          ...written(68),
          id: id(409),
          owner_id: 'alice',
          name: 'Last summer',
          description: null,
          visibility: 'PRIVATE',
        },
      ],
    },
    {
      table: 'collection_items',
      key: ['event_id', 'collection_id'],
      rows: [
        { event_id: id(103), collection_id: id(401), note: null, added_at: ago(60) },
        { event_id: id(102), collection_id: id(401), note: 'The lamp!', added_at: ago(59) },
        { event_id: id(201), collection_id: id(402), note: null, added_at: ago(58) },
      ],
    },
    {
      table: 'calendars',
      key: ['id'],
      rows: [
        {
          id: id(901),
          kind: 'EVENTS',
          filter: 'source=USER',
          collection_id: null,
          token: DEMO_CALENDAR_TOKEN,
          hours: 65,
        },
        { id: id(902), kind: 'SAVED', filter: null, collection_id: null, token: newToken(), hours: 64 },
        {
          id: id(909),
          kind: 'COLLECTION',
          filter: null,
          collection_id: id(401),
          token: newToken(),
          hours: 63,
        },
      ].map(({ token, hours, ...row }) => ({
        ...row,
        owner_id: 'alice',
        alarm_minutes: 30,
        token_hash: hashOf(token),
        created_at: ago(hours),
      })),
    },
    {
      table: 'conversations',
      key: ['id'],
      rows: [
        { ...written(26), id: id(501), owner_id: 'alice', title: 'Music tonight' },
        { ...written(200), id: id(509), owner_id: 'alice', title: 'Yoga' },
      ],
    },
    {
      table: 'messages',
      key: ['conversation_id', 'id'],
      rows: [
        {
          conversation_id: id(501),
          id: id(511),
          role: 'USER',
          content: 'Any jazz this week?',
          event_ids: [],
          context: null,
          created_at: ago(26),
        },
        {
          conversation_id: id(501),
          id: id(512),
          role: 'ASSISTANT',
          content:
            'Events and gigs with “jazz” in the next seven days:\n1. “Open-air jazz on the South Oval”',
          event_ids: [id(101)],
          // What "more" and "the first one" refer to.
          context: {
            query: { ...ANYTHING, words: 'jazz', when: 'week' },
            at: now.getTime(),
            offset: 0,
            eventIds: [id(101)],
          },
          created_at: ago(26),
        },
      ],
    },
    {
      table: 'notifications',
      key: ['recipient_id', 'id'],
      rows: [
        {
          id: 702,
          to: 'alice',
          type: 'RECEIVED',
          by: 302,
          gig: 201,
          applicant: 'Carla Cortez',
          hours: 50,
          read: true,
        },
        { id: 705, to: 'carla', type: 'ACCEPTED', by: 302, gig: 201, applicant: 'Carla Cortez', hours: 49 },
        {
          id: 706,
          to: 'deng',
          type: 'RECEIVED',
          by: 304,
          gig: 205,
          applicant: 'Alice Liddell',
          hours: 28,
          read: true,
        },
        { id: 704, to: 'alice', type: 'ACCEPTED', by: 304, gig: 205, applicant: 'Alice Liddell', hours: 27 },
        { id: 701, to: 'alice', type: 'RECEIVED', by: 301, gig: 201, applicant: 'Bob Builder', hours: 20 },
        { id: 707, to: 'carla', type: 'RECEIVED', by: 305, gig: 206, applicant: 'Alice Liddell', hours: 6 },
        { id: 708, to: 'alice', type: 'RECEIVED', by: 306, gig: 202, applicant: 'Carla Cortez', hours: 4 },
        { id: 703, to: 'alice', type: 'RECEIVED', by: 303, gig: 201, applicant: 'Deng Li', hours: 3 },
      ].map(({ id: number, to, type, by, gig, applicant, hours, read = false }) => ({
        id: id(number),
        recipient_id: to,
        type: `APPLICATION_${type}`,
        reference_id: id(by),
        read_at: read ? ago(hours - 1) : null,
        created_at: ago(hours),
        data: { gigId: id(gig), gigTitle: GIG_TITLES[gig], applicantName: applicant },
      })),
    },
  ];
}

const GIG_TITLES: Record<number, string> = {
  201: 'Stage hands for the spring concert',
  202: 'Move a sofa and twelve boxes',
  205: 'Sound desk at the physics ball',
  206: 'Calculus tutor before the finals',
};
