import type { EventType } from '../../../events/event.entity.js';
import type { Category } from '../interpreter.js';

/** What a word or a phrase of a question means. */
export interface Meaning {
  /** Only this type is asked for, or (`implies`) it goes without saying where no other is named. */
  type?: EventType;
  implies?: EventType;
  /** A topic: any of these words will do, and being of the category does as well. */
  words?: string;
  category?: Category;
  /** Says little beside another topic: a yoga class is yoga. */
  weak?: boolean;
  /** Free of charge, or of a gig: unpaid. With words, it is that of gigs, and else the topic. */
  free?: boolean;
  paid?: boolean;
  /** A price is asked for. */
  priced?: boolean;
}

/** What is said, parted by commas, in the singular; and what it means. Of two phrases the longer one counts. */
export const LEXICON: readonly (readonly [said: string, meaning: Meaning])[] = [
  [
    'gig, job, work, shift, side hustle, employment, hiring, earn, make money, money, income, wage',
    { type: 'GIG' },
  ],
  ['pay, paying, help wanted, odd job, side job', { type: 'GIG' }],
  ['paid', { type: 'GIG', paid: true }],
  ['unpaid, no pay, without pay, not paid', { type: 'GIG', free: true }],
  ['event', { type: 'EVENT' }],
  ['happening, happen, activity, going on, what on, what is on, thing to do', { implies: 'EVENT' }],
  [
    'free, free of charge, free of cost, free admission, free entry, no charge, no cost, no cover',
    { free: true },
  ],
  ['am free, im free, i free, are free, were free, free time, feel free', {}],
  [
    'free food, free pizza, free snack, free lunch, free dinner, free coffee',
    { words: 'free food, free pizza, free snack, free lunch, free dinner, free coffee, refreshment' },
  ],
  ['cheap, affordable, inexpensive, low cost, price, cost', { priced: true }],
  [
    'campus, on campus, nearby, near me, near here, around here, in town, columbus, columbus ohio, ohio, ohio state, osu, next to me, work out',
    {},
  ],

  [
    'concert, music, live music, musical event',
    { category: 'MUSIC', words: 'concert, music', implies: 'EVENT' },
  ],
  [
    'art, culture, cultural, art and culture',
    { category: 'ARTS_CULTURE', words: 'art, culture', implies: 'EVENT' },
  ],
  ['movie, film, cinema, screening', { words: 'movie, film, cinema, screening', implies: 'EVENT' }],
  ['theater, theatre, musical', { words: 'theater, theatre, musical', implies: 'EVENT' }],
  [
    'exhibition, exhibit, museum, gallery',
    { words: 'exhibition, exhibit, museum, gallery', implies: 'EVENT' },
  ],
  ['comedy, stand up, standup, improv', { words: 'comedy, stand up, standup, improv', implies: 'EVENT' }],
  [
    'sport, sporting event, athletic, recreation',
    { category: 'SPORTS_RECREATION', words: 'sport', implies: 'EVENT' },
  ],
  [
    'health, wellness, fitness, wellbeing',
    { category: 'HEALTH_WELLNESS', words: 'health, wellness, fitness', implies: 'EVENT' },
  ],
  [
    'lecture, talk, seminar, colloquium, symposium',
    { category: 'ACADEMIC', words: 'lecture, talk, seminar, colloquium, symposium', implies: 'EVENT' },
  ],
  ['workshop', { category: 'WORKSHOP', words: 'workshop', implies: 'EVENT' }],
  ['class, course, lesson, session', { category: 'WORKSHOP', words: 'class, course, lesson', weak: true }],
  [
    'networking, career, career event',
    { category: 'CAREER_NETWORKING', words: 'networking, career', implies: 'EVENT' },
  ],
  ['job fair, career fair, career expo', { words: 'job fair, career fair, career expo', implies: 'EVENT' }],
  ['tech, technology', { category: 'TECHNOLOGY', words: 'tech, technology' }],
  ['coding, programming, software', { words: 'coding, programming, software' }],
  ['hackathon, coding competition', { words: 'hackathon' }],
  [
    'volunteer, volunteering, volunteer work, volunteer opportunity, volunteer job, charity, community service',
    { category: 'COMMUNITY_SERVICE', words: 'volunteer, charity, community service', free: true },
  ],
  [
    'party, mixer, social, social event, hang out, hangout',
    { category: 'SOCIAL', words: 'party, mixer, social', implies: 'EVENT' },
  ],
  [
    'meet people, make friend, meet new people, make new friend',
    { category: 'SOCIAL', words: 'mixer, meet people, social', implies: 'EVENT' },
  ],
  ['food, drink, food and drink, dining', { category: 'FOOD_DRINK', words: 'food, drink', implies: 'EVENT' }],
  [
    'moving, move, mover, delivery, courier',
    { category: 'MOVING_DELIVERY', words: 'moving, move, delivery, courier', implies: 'GIG' },
  ],
  ['tutoring, tutor', { category: 'TUTORING', words: 'tutoring, tutor' }],
  [
    'event staff, event staffing, event work, event job, event gig',
    { category: 'EVENT_STAFFING', words: 'event staff, usher', type: 'GIG' },
  ],
  [
    'creative work, creative gig, creative job, design work, design gig, design job',
    { category: 'CREATIVE_DIGITAL', words: 'creative, design', type: 'GIG' },
  ],
  [
    'home help, household, chore, housework, around the house',
    { category: 'HOME_HELP', words: 'household, chore, housework' },
  ],
  ['babysitting, babysitter, childcare, nanny', { words: 'babysitting, babysitter, childcare, nanny' }],
  [
    'dog walking, dog walker, pet sitting, pet sitter',
    { words: 'dog walking, dog walker, pet sitting, pet sitter, dog' },
  ],
  ['open mic', { words: 'open mic' }],
  ['yard work, gardening, lawn', { words: 'yard, gardening, lawn' }],
];

/** Words that say nothing of what is asked for: PostgreSQL's own list (its search knows none of them), and small talk. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
  i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves what which who whom this that these those am is
  are was were be been being have has had having do does did doing a an the and but if or because as until
  while of at by for with about against between into through during before after above below to from up
  down in out on off over under again further then once here there when where why how all any both each
  few more most other some such no nor not only own same so than too very s t can will just don should now

  anything something everything anyone someone anybody somebody thing stuff show tell find get give list
  see look looking search want wanted wanna need needed like love would could may might shall must please
  hi hello hey thanks thank ok okay yes help know think go going come coming attend join visit happens
  take place start begin end available good great best nice cool fun interesting exciting awesome
  recommend recommendation suggest suggestion idea option near nearby around next last upcoming soon later
  today tomorrow tonight day night week weekend month year time date schedule morning afternoon evening im
  ill id ive whats theres lets dont cant wont isnt arent doesnt didnt youre youve theyre us also really
  still ever many much lot bit kind sort type offer offering hour hourly daily weekly monthly right hows
  wheres whens whos least else maybe perhaps feel bored boring way let one ones people person
  `
    .split(/\s+/)
    .filter(Boolean),
);
