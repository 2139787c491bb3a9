/** What an event or a gig is about; `type` tells which. */
export interface Theme {
  type: 'EVENT' | 'GIG';
  category: string;
  subjects: string[];
  tags: string[];
  sentences: string[];
}

export const THEMES: Theme[] = [
  {
    type: 'EVENT',
    category: 'MUSIC',
    subjects: [
      'Jazz Ensemble Concert',
      'Open Mic Night',
      'String Quartet Recital',
      'Battle of the Bands',
      'Choir Gala',
    ],
    tags: ['music', 'concert', 'live', 'jazz', 'choir', 'open mic', 'students'],
    sentences: [
      'The ensemble plays standards from the thirties to the sixties and two pieces written by its own members.',
      'Doors open half an hour before the first song, and seats are taken in the order of arrival.',
      'Performers sign up at the door; every slot is ten minutes long and all instruments are welcome.',
    ],
  },
  {
    type: 'EVENT',
    category: 'SPORTS_RECREATION',
    subjects: [
      'Volleyball Tournament',
      'Sunrise Yoga',
      'Climbing Night',
      'Five Kilometre Run',
      'Chess Marathon',
    ],
    tags: ['sports', 'outdoors', 'tournament', 'fitness', 'running', 'beginners', 'team'],
    sentences: [
      'Teams of six play in groups first, and the best two of every group go on to the finals.',
      'Mats, ropes and shoes are there to borrow; a trainer walks around and helps whoever is new.',
      'The course leads along the river and back, with water at the turning point and medals for all.',
    ],
  },
  {
    type: 'EVENT',
    category: 'ACADEMIC',
    subjects: ['Lecture on Black Holes', 'Linguistics Colloquium', 'Thesis Defense', 'History Round Table'],
    tags: ['lecture', 'research', 'science', 'history', 'graduate', 'faculty', 'discussion'],
    sentences: [
      'The speaker reports on ten years of observations and on what they changed in the textbooks.',
      'A panel of three historians reads letters from the archive and argues about what they leave unsaid.',
      'Questions are taken throughout, and the slides are published afterwards for those who could not come.',
    ],
  },
  {
    type: 'EVENT',
    category: 'TECHNOLOGY',
    subjects: ['Robotics Demo Day', 'Hackathon', 'Rust Study Group', 'Data Science Meetup', 'Game Jam'],
    tags: ['technology', 'coding', 'hackathon', 'robotics', 'data', 'workshop', 'prizes'],
    sentences: [
      'Bring a laptop; power, network and coffee are provided through the night.',
      'Every team gets a kit with sensors, two motors and a board, and a mentor who has built one before.',
      'At the end each group shows what it has made in three minutes, and the audience votes.',
    ],
  },
  {
    type: 'EVENT',
    category: 'CAREER_NETWORKING',
    subjects: ['Internship Fair', 'Resume Clinic', 'Alumni Mixer', 'Mock Interviews'],
    tags: ['career', 'networking', 'internship', 'resume', 'alumni', 'employers'],
    sentences: [
      'More than forty employers of the region answer questions about internships and first jobs.',
      'Advisors read your resume with you and suggest three changes that matter.',
      'Graduates of the last five years tell how they found their work and what they would do differently.',
    ],
  },
  {
    type: 'EVENT',
    category: 'FOOD_DRINK',
    subjects: ['Dumpling Workshop', 'Farmers Market', 'Coffee Tasting', 'International Potluck'],
    tags: ['food', 'cooking', 'tasting', 'vegetarian', 'market', 'free food'],
    sentences: [
      'We fold, steam and eat together; there are fillings without meat and without gluten.',
      'Growers from the county sell fruit, bread, cheese and honey under the trees.',
      'Four roasts are tried side by side, and a card helps to put words to what you taste.',
    ],
  },
  {
    type: 'EVENT',
    category: 'COMMUNITY_SERVICE',
    subjects: ['River Cleanup', 'Food Pantry Shift', 'Blood Drive', 'Tree Planting Day'],
    tags: ['volunteering', 'community', 'environment', 'service', 'weekend', 'families'],
    sentences: [
      'Gloves, bags and grabbers are handed out at the meeting point, and hours are signed for.',
      'Volunteers sort donations, stock the shelves and help guests to find what they need.',
      'Last autumn we planted three hundred saplings, and this year we mean to plant more.',
    ],
  },
  {
    type: 'GIG',
    category: 'MOVING_DELIVERY',
    subjects: ['Help Moving a Two Bedroom Flat', 'Piano Movers', 'Grocery Delivery', 'Couch Pick-up'],
    tags: ['moving', 'heavy lifting', 'delivery', 'car needed', 'weekend', 'cash'],
    sentences: [
      'Everything is boxed; the heavy pieces are a sofa, a washing machine and two wardrobes.',
      'The new place is on the third floor without a lift, so a strong back is of use.',
      'A van is rented already, and whoever drives it needs a licence and is paid a little more.',
    ],
  },
  {
    type: 'GIG',
    category: 'TUTORING',
    subjects: ['Calculus Tutor', 'Spanish Conversation Partner', 'Chemistry Exam Coach', 'Piano Lessons'],
    tags: ['tutoring', 'math', 'spanish', 'chemistry', 'exam', 'evenings', 'online'],
    sentences: [
      'We meet twice a week in the library and go through the problem sets before they are due.',
      'You should have passed the course yourself with a good grade and like to explain things twice.',
      'The exam is in six weeks, and the first meeting is free so that both sides can see whether it works.',
    ],
  },
  {
    type: 'GIG',
    category: 'EVENT_STAFFING',
    subjects: [
      'Stage Hands for the Spring Concert',
      'Ushers for Commencement',
      'Catering Crew',
      'Photographer for a Wedding',
    ],
    tags: ['staffing', 'stage crew', 'catering', 'photography', 'evening', 'uniform provided'],
    sentences: [
      'You set up chairs, check tickets and show guests to their seats; a black shirt is provided.',
      'The shift is six hours long with a paid break and a warm meal at the end.',
      'We look for friendly people who stay calm when the queue is long.',
    ],
  },
];

export const ADJECTIVES = [
  'Annual',
  'Winter',
  'Spring',
  'Late',
  'Little',
  'Great',
  'Friday',
  'Downtown',
  'Campus',
  'First',
];

export const PLACES = [
  ['Ohio Union', '1739 N High St, Columbus, OH', 39.9977, -83.0086],
  ['Thompson Library', '1858 Neil Ave, Columbus, OH', 39.9994, -83.0148],
  ['Goodale Park', '120 W Goodale St, Columbus, OH', 39.9756, -83.0051],
  ['Mershon Auditorium', '1871 N High St, Columbus, OH', 40.0003, -83.0092],
  ['North Market', '59 Spruce St, Columbus, OH', 39.9719, -83.0045],
  ['Whetstone Community Center', '3923 N High St, Columbus, OH', 40.0443, -83.0205],
  ['Franklin Park Conservatory', '1777 E Broad St, Columbus, OH', 39.9664, -82.9527],
  [
    'Recreation and Physical Activity Center',
    '337 Annie and John Glenn Ave, Columbus, OH',
    40.0017,
    -83.0118,
  ],
] as const;

/** Sentences that suit any event. */
export const COMMON_SENTENCES = [
  'Everybody is welcome, members and guests alike, and no previous knowledge is needed.',
  'Please sign up by the evening before, since the room holds no more than sixty people.',
  'The building has a ramp at the east door and a lift to all floors.',
  'Parking is free after five; the bus stops across the street every ten minutes.',
  'If the weather turns bad we move indoors, and a notice goes out two hours ahead.',
  'Children come in free when an adult is with them.',
  'Snacks and drinks are served in the break, and what is left goes to the pantry.',
  'Write to the organizers when you need an interpreter or have other questions.',
  'Last year the places were gone within two days, so do not wait too long.',
  'Photographs are taken during the evening; tell us when you prefer not to be in them.',
  'It is organized by students and paid for by the activity fee.',
  'Bring a friend, a water bottle and some patience for the first twenty minutes.',
  'The programme may change at short notice; the page is kept up to date.',
  'We start on time and are done well before the last bus leaves.',
];

/** What the names of the people to ask are made of: a thousand names, each of which stays a word of its own when it is stemmed. */
const SYLLABLES = [
  ['Bal', 'Cor', 'Del', 'Fen', 'Gar', 'Hol', 'Kel', 'Mar', 'Nor', 'Tam'],
  ['ab', 'ed', 'im', 'or', 'ul', 'an', 'ev', 'os', 'ar', 'in'],
  ['bek', 'dorf', 'gard', 'holm', 'kov', 'man', 'mir', 'sak', 'stad', 'witz'],
];

/** The name of whom to ask about an event, which a thousandth of the events has. */
export function contactOf(index: number): string {
  return SYLLABLES.map((parts, place) => parts[Math.floor(index / 10 ** place) % 10]).join('');
}
