import type { EventType } from '../../../events/event.entity.js';
import type { Category, Order } from '../interpreter.js';

/** What a word or a phrase of a question means. */
export interface Meaning {
  /** Only this type is asked for, or (`implies`) it goes without saying where no other is named. */
  type?: EventType;
  implies?: EventType;
  /** A topic: any of these words will do, and being of the category does as well. */
  words?: string;
  category?: Category;
  /** The category that it belongs to, where it is not a whole one. */
  near?: Category;
  /** What no event may be about. */
  without?: string;
  withoutCategories?: Category[];
  /** Says little beside another topic: a yoga class is yoga. */
  weak?: boolean;
  /** Free of charge, or of a gig: unpaid. With words, it is that of gigs, and else the topic. */
  free?: boolean;
  paid?: boolean;
  /** A price is asked for. */
  priced?: boolean;
  /** What comes first. */
  order?: Order;
  /** Of a topic: it counts in title, tags and place alone. */
  headOnly?: boolean;
  /** Of a topic: its words count only as they are written. */
  asWritten?: boolean;
  /** Of a topic: an event is about it as well where its text alone has the words. */
  inText?: boolean;
  /** It takes place around Christmas. */
  atChristmas?: boolean;
  /** Of a topic: it says for whom. */
  forWhom?: boolean;
}

/** Beside something else they say how many there are. */
export const HOW_MANY = 'two three four five six seven eight nine ten twelve fifteen twenty'.split(' ');

const TEAM_SPORTS = 'basketball volleyball soccer hockey lacrosse tennis'.split(' ');

/** "Women's basketball" is a team, and "women's games" are those of all of them. */
function teamsOf(who: string): [string, Meaning][] {
  const teams = TEAM_SPORTS.map((sport): [string, string] => [
    `${who} ${sport}, ${who}s ${sport}`,
    `${who}'s ${sport}`,
  ]);
  const all = `${who}s game, ${who}s match, ${who}s team, ${who}s sport, ${who} game, ${who} play`;
  const named = [...teams, [all, teams.map(([, team]) => team).join(', ')] as const];
  return named.map(([said, words]) => [said, { words, near: 'SPORTS_RECREATION', implies: 'EVENT' }]);
}

/** What is said, parted by commas, in the singular; and what it means. Of two phrases the longer one counts. */
export const LEXICON: readonly (readonly [said: string, meaning: Meaning])[] = [
  [
    'gig, job, work, shift, much can i make, much could i make, much i make, much would i make, side hustle, hustle, employment, hiring, now hiring, hire me, earn, make money, make some money, money, cash, income, wage, part time, paycheck',
    { type: 'GIG' },
  ],
  ['pay, paying, help wanted, odd job, side job', { type: 'GIG' }],
  ['broke', { implies: 'GIG', priced: true }],
  ['paid', { type: 'GIG', paid: true }],
  [
    'best paid, best paying, better paid, better paying, highest paid, highest paying, high paying, top paying, well paid, well paying, pay the most, pay most, pay the best, pay best, pay better, pay more, pay well, earn more, highest, highest pay',
    { type: 'GIG', order: 'BEST_PAID' },
  ],
  [
    'pay more in total, pay the most in total, pay most in total, most in total, the most in total, more in total, most money, the most money, most overall',
    { type: 'GIG', order: 'MOST_PAID' },
  ],
  [
    'most spot, most spots, most position, most opening, most place, most people needed, needs the most people, need the most people',
    { type: 'GIG', order: 'MOST_POSITIONS' },
  ],
  [
    'soon, sooner, soonest, earliest, earlier one, earlier date, the next, coming up, coming up next, coming up soonest',
    { order: 'SOONEST' },
  ],
  ['weekly, every week, each week', { words: 'weekly, every week, each week, a week' }],
  ['all the date, all date, every date', { order: 'SOONEST' }],
  [
    'longest, takes the most time, takes most time, longest lasting, longest running, last the longest',
    { order: 'LONGEST' },
  ],
  ['shortest, takes the least time, takes least time, quickest, last the shortest', { order: 'SHORTEST' }],
  [
    'closing soon, ending soon, close soon, end soon, closing first, ending first, about to close, about to end, closes soon, ends soon',
    { order: 'ENDING' },
  ],
  ['latest, last thing, last event, last show, last concert', { order: 'LATEST' }],
  ['unpaid, no pay, without pay, not paid', { type: 'GIG', free: true }],
  ['event', { type: 'EVENT' }],
  [
    'happening, happen, happened, activity, going on, what on, what is on, what good, what up, going down, thing to do, to do, stuff to do, something to do, anything to do, what to do, should i do, can i do, should we do, can we do, could we do, could i do, do for fun, poppin, popping, cracking, crackin, lit, bored, boring, go out, going out, night out, day out, hang, playing, who playing, play at, perform, performing, outing, entertainment',
    { implies: 'EVENT' },
  ],
  [
    'something fun, anything fun, fun thing, fun stuff, fun event, fun night out, fun night, fun day, fun outing, is fun, whats fun, fun and cheap, cheap and fun',
    { implies: 'EVENT', withoutCategories: ['ACADEMIC', 'CAREER_NETWORKING'] },
  ],
  ['free or cheap, cheap or free, free or low cost, free or inexpensive', { priced: true }],
  [
    'free, ones are free, those are free, these are free, of them are free, one is free, that are free, that is free, which are free, free of charge, free of cost, free admission, free entry, no charge, no cost, no cover, freebie, free stuff, without paying, for nothing, costs nothing, cost nothing, cost me nothing, doesnt cost, dont cost, doesnt cost anything, dont cost anything, doesnt cost money, dont cost money, dont have to pay, dont need to pay, no money, complimentary',
    { free: true },
  ],
  [
    'am free, im free, i free, is free for me, free that day, free that night, are free, were free, free time, feel free, show me, show us, show all, show up, they play, to play, wanna play, who play, say, said',
    {},
  ],
  [
    'free food, free snack, free lunch, free dinner, free coffee, free breakfast, free meal, free drink, free eats, free grub, food for free',
    {
      words:
        'free food, free pizza, free snack, free lunch, free dinner, free coffee, refreshment, snack, soup, potluck, bagels, donuts',
      near: 'FOOD_DRINK',
      implies: 'EVENT',
      headOnly: true,
    },
  ],
  ['free pizza', { words: 'pizza', near: 'FOOD_DRINK', implies: 'EVENT' }],
  ['free donut, free doughnut', { words: 'donut, doughnut', near: 'FOOD_DRINK', implies: 'EVENT' }],
  [
    'cheap, cheaper, cheapest, affordable, inexpensive, less expensive, too expensive, expensive, low cost, doesnt cost much, dont cost much, doesnt cost a lot, dont cost a lot, low budget, on a budget, price, cost',
    { priced: true },
  ],
  [
    'campus, on campus, worth seeing, worth visiting, worth going, worth a visit, worth checking out, nearby, near me, near here, around here, in town, columbus, columbus ohio, ohio, ohio state, osu, next to me, work out, work for me, works for me, that work, will work, are showing, is showing, showing now, now showing, being shown, showing, work best, works best, work better, works better, work fine, works fine, work great, works great, work well, works well, would work, home work, campus wide, at work, off work, from work, before work, work week, this area, my area, walking distance, walk, go home, going home, come home, get home, stay home, sign up, sign me up, sign up for, signup, talk to, talking to, can play, could play, i play, we play, want to play, for student, for college student, for undergrad, for everyone, for anyone, for people, for the public, open to the public, general public, can pick up, to pick up, pick up a shift, pick up some shift, pick up shift, high school student, high school kid, high school senior, high schooler, middle school student, middle schooler, sat, sit in, sit in on, my floor, our floor, whole floor, my hall, my resident, mine will, mine are, hard of hearing, in law, in laws, inlaw, inlaws, mother in law, father in law, buckeye, the buckeye, go buck, strong arm, strong back, two strong arm',
    {},
  ],

  [
    'music, live music, musical event, anything musical, something musical',
    { category: 'MUSIC', words: 'concert, music', implies: 'EVENT' },
  ],
  // A play with live music is no concert.
  ['concert', { category: 'MUSIC', words: 'concert', implies: 'EVENT' }],
  [
    'art and culture, performing art, the art',
    { category: 'ARTS_CULTURE', words: 'art, culture', implies: 'EVENT' },
  ],
  [
    'culture, cultural, cultural event, cultural festival, culture night',
    {
      words: 'culture, cultural festival, heritage, intercultural, international festival',
      near: 'ARTS_CULTURE',
      implies: 'EVENT',
    },
  ],
  [
    'art, visual art, fine art, artsy, arty, artwork',
    {
      // As written: "arts" is said of every stage.
      words:
        'art, artwork, exhibition, exhibitions, exhibit, gallery, galleries, mural, murals, painting, drawing, sculpture, ceramics, photography',
      near: 'ARTS_CULTURE',
      implies: 'EVENT',
      asWritten: true,
    },
  ],
  [
    'movie, film, cinema, screening',
    { words: 'movie, film, cinema, film screening', near: 'ARTS_CULTURE', implies: 'EVENT' },
  ],
  // As written: "arts & theatre" is what a ticket seller calls comedy, too, and a concert may be in a theatre.
  [
    'theater, theatre, drama',
    { words: 'theater, theatre, drama', near: 'ARTS_CULTURE', implies: 'EVENT', asWritten: true },
  ],
  // The search takes "musical" for music.
  [
    'musical, broadway',
    { words: 'broadway, musical theater, theatre', near: 'ARTS_CULTURE', implies: 'EVENT', asWritten: true },
  ],
  [
    'exhibition, exhibit, museum, gallery, art exhibit, art exhibition, art gallery',
    { words: 'exhibition, exhibit, museum, gallery', near: 'ARTS_CULTURE', implies: 'EVENT' },
  ],
  [
    'stand up, standup, stand up comedy, standup comedy, comedian, stand up show',
    {
      words: 'comedy, standup, stand up comedy, comedian',
      without: 'improv, theater, shakespeare, musical, film',
      near: 'ARTS_CULTURE',
      implies: 'EVENT',
    },
  ],
  [
    'comedy, comedy show, funny',
    { words: 'comedy, standup, stand up comedy, improv', near: 'ARTS_CULTURE', implies: 'EVENT' },
  ],
  ['sign language, asl', { words: 'sign language, asl, american sign language' }],
  ['ages 21', { words: 'ages 21, 21 and up, 21 and over, 21 and older', asWritten: true }],
  [
    'stage hand, stagehand, stage crew',
    { words: 'stage hand, stagehand, stage crew', near: 'EVENT_STAFFING' },
  ],
  ['djing', { words: 'djing, dj', near: 'MUSIC' }],
  [
    'audio, audio stuff, audio work',
    { words: 'audio, sound desk, sound engineer, sound tech', near: 'EVENT_STAFFING' },
  ],
  ['flyer, flier, flyering', { words: 'flyer, flier', near: 'EVENT_STAFFING' }],
  ['improv comedy, improv show, improv', { words: 'improv', near: 'ARTS_CULTURE', implies: 'EVENT' }],
  [
    'sing, singing, sing along',
    { words: 'singing, sing, karaoke, open mic, choir', near: 'MUSIC', headOnly: true, implies: 'EVENT' },
  ],
  [
    'dance, dancing, go dancing',
    { words: 'dance, dancing, disco, dj night, dance party', near: 'SOCIAL', implies: 'EVENT' },
  ],
  [
    'craft, crafts, art and craft, arts and crafts, make something',
    {
      words:
        'craft, crafts, craft room, origami, blanket, pottery, printmaking, calligraphy, bookbinding, woodworking',
      near: 'WORKSHOP',
      headOnly: true,
      implies: 'EVENT',
    },
  ],
  ['game, match, tournament, tourney', { words: 'game, match, tournament', weak: true, implies: 'EVENT' }],
  ['concert ticket, ticket', { words: 'ticket', weak: true, implies: 'EVENT' }],
  [
    'show, performance',
    { words: 'show, theatre, comedy, concert, live music, film, musical', weak: true, implies: 'EVENT' },
  ],
  [
    'sport game, sports game, pro sport, pro game, professional sport, sport match, sports match, live sport, live sports, spectator sport, game to watch, match to watch, game i can watch, game we can watch, watch a game, watch the game, watch game, see a game, see the game, see game, go to a game, catch a game, home game, away game, home match',
    {
      words: 'vs, home game, match, championship',
      near: 'SPORTS_RECREATION',
      headOnly: true,
      implies: 'EVENT',
    },
  ],
  ...['women', 'men'].flatMap((who) => teamsOf(who)),
  [
    'give away clothes, give away old clothes, donate clothes, donate old clothes, donate clothing, old clothes, used clothes, clothes swap, clothing swap, swap clothes',
    {
      words: 'clothing swap, clothes swap, clothing drive, clothing donation',
      near: 'COMMUNITY_SERVICE',
      implies: 'EVENT',
    },
  ],
  ['kids clothes, kid clothes, baby clothes, bag of kids clothes', {}],
  [
    'guided tour, docent tour',
    { words: 'guided tour, docent, tour', near: 'ARTS_CULTURE', implies: 'EVENT' },
  ],
  [
    'english practice',
    {
      words:
        'english conversation, conversation partner, language exchange, international student mixer, international mixer',
      near: 'SOCIAL',
      headOnly: true,
      implies: 'EVENT',
    },
  ],
  ...['halal', 'kosher', 'vegan', 'vegetarian', 'gluten free'].map((diet): [string, Meaning] => [
    `${diet}, ${diet} food, ${diet} option`,
    { words: diet, near: 'FOOD_DRINK', inText: true },
  ]),
  [
    'dissertation defense',
    { words: 'dissertation defense, thesis defense', near: 'ACADEMIC', implies: 'EVENT' },
  ],
  ['hoop, bball, b ball', { words: 'basketball', near: 'SPORTS_RECREATION', implies: 'EVENT' }],
  ['footie, futbol', { words: 'soccer, football', near: 'SPORTS_RECREATION', implies: 'EVENT' }],
  [
    'exercise, workout, gym class, sweaty, something sweaty, work up a sweat, get sweaty, break a sweat, get in shape, get fit, stay fit, stay in shape, get moving',
    { category: 'HEALTH_WELLNESS', words: 'fitness, workout, yoga' },
  ],
  [
    'relax, relaxed, relaxing, calm, calming, chill out, destress, de stress, unwind, stress relief, stress relief thing, relieve stress',
    { words: 'relax, meditation, yoga, stress, therapy dogs, mindfulness', near: 'HEALTH_WELLNESS' },
  ],
  [
    'kid, child, children, toddler, grandkid, grandchild, grandchildren, family, kid friendly, family friendly',
    { words: 'kids, family, families, children', near: 'ARTS_CULTURE', asWritten: true, forWhom: true },
  ],
  [
    'teen, teenager, tween, adolescent',
    { words: 'teen, teens, teenager, all ages, family', near: 'ARTS_CULTURE' },
  ],
  [
    'online, virtual, zoom, remote, webinar, from home, from my dorm, from my room, from my apartment, from bed, from my laptop, on my laptop, remotely',
    { words: 'online, virtual, zoom, remote, webinar', headOnly: true },
  ],
  [
    'outdoor, outside, outdoors',
    {
      words:
        'outdoor, outside, trail, hike, park, oval, plaza, botanical garden, arboretum, picnic, tree planting, bonfire, roof, stargazing',
      near: 'SPORTS_RECREATION',
      headOnly: true,
      implies: 'EVENT',
    },
  ],
  [
    'ice skating, ice skate, skating, skate, ice rink',
    { words: 'skating, ice skating, skate, ice rink', near: 'SPORTS_RECREATION' },
  ],
  [
    'model train, model railroad, train show, model trains',
    { words: 'model railroad, model train, railroad', near: 'SOCIAL' },
  ],
  [
    'christian, church, catholic, protestant, bible, bible study',
    {
      words: 'christian, church, catholic, bible, mass, interfaith service',
      near: 'COMMUNITY_SERVICE',
      implies: 'EVENT',
    },
  ],
  [
    'muslim, islam, islamic, jummah, muslim prayer',
    {
      words: 'muslim, islam, islamic, jummah, ramadan, eid, interfaith service',
      near: 'COMMUNITY_SERVICE',
      implies: 'EVENT',
    },
  ],
  [
    'hanukkah, hannukah, hanukah, chanukah',
    { words: 'hanukkah, chanukah, hannukah, menorah', near: 'COMMUNITY_SERVICE', implies: 'EVENT' },
  ],
  [
    'jewish, hillel, chabad, shabbat',
    {
      words: 'jewish, hillel, chabad, shabbat, hanukkah, seder, interfaith service',
      near: 'COMMUNITY_SERVICE',
      implies: 'EVENT',
    },
  ],
  [
    'faith, religion, religious, interfaith, worship, prayer, pray, spiritual',
    {
      words: 'faith, religion, religious, interfaith service, worship, prayer, spiritual',
      near: 'COMMUNITY_SERVICE',
      implies: 'EVENT',
    },
  ],
  [
    'latino, latina, latinx, latine, hispanic',
    {
      words: 'latino, latina, latinx, hispanic, latin, salsa, bachata',
      near: 'ARTS_CULTURE',
      implies: 'EVENT',
    },
  ],
  [
    'foreign student, international student, intl student, intl, overseas student',
    { words: 'international students, international student' },
  ],
  [
    'animal, wildlife, wild animal',
    {
      words: 'animals, animal, wildlife, therapy dogs, dogs, birds, bees, urban coyotes, fish, insects, zoo',
      asWritten: true,
    },
  ],
  ['nature', { words: 'nature, wildlife, ecology, trees, birds, bees, coyotes, trail' }],
  ['freelance, freelancer, freelancing, freelance work', { implies: 'GIG' }],
  ['sat prep, sat tutoring, sat tutor', { words: 'sat prep, test prep, sat' }],
  ['political science, poli sci', { words: 'political science, politics, government', near: 'ACADEMIC' }],
  ['science fiction, sci fi, scifi', { words: 'science fiction, sci fi', near: 'ARTS_CULTURE' }],
  [
    'classical, classical music, classical concert',
    {
      words:
        'classical music, classical, symphony, philharmonic, chamber, string quartet, recital, orchestra',
      near: 'MUSIC',
      implies: 'EVENT',
    },
  ],
  [
    'science, sciences, scientific',
    {
      words:
        'science, biology, physics, astronomy, chemistry, ecology, wildlife, climate, entomology, geology',
      near: 'ACADEMIC',
      headOnly: true,
    },
  ],
  [
    'something active, be active, get active',
    { category: 'SPORTS_RECREATION', words: 'run, walk, hike, skate, pickup', implies: 'EVENT' },
  ],
  [
    'art class, art classes, art workshop, painting class, drawing class, craft class',
    {
      words: 'drawing, painting, watercolor, pottery, ceramics, printmaking, calligraphy, bookbinding, craft',
      near: 'WORKSHOP',
      headOnly: true,
      implies: 'EVENT',
    },
  ],
  ...['basketball', 'soccer', 'volleyball', 'football', 'hockey', 'tennis', 'frisbee', 'badminton'].map(
    (sport): [string, Meaning] => [
      `pickup ${sport}, pick up ${sport}, intramural ${sport}`,
      {
        words: `pickup ${sport}, ${sport} pickup, intramural ${sport}`,
        near: 'SPORTS_RECREATION',
        implies: 'EVENT',
      },
    ],
  ),
  ['intramural', { words: 'intramural', near: 'SPORTS_RECREATION', implies: 'EVENT' }],
  ['pickup game, pick up game', { words: 'pickup, pickup game', near: 'SPORTS_RECREATION' }],
  [
    'pickup sport',
    {
      words: 'pickup, open skate, open gym, intramural, trail run',
      near: 'SPORTS_RECREATION',
      implies: 'EVENT',
    },
  ],
  ['thesis, dissertation', { words: 'thesis, theses, dissertation', near: 'ACADEMIC' }],
  ['american football', { words: 'football', near: 'SPORTS_RECREATION', implies: 'EVENT' }],
  ['bicycle, bike', { words: 'bike, bicycle, cycling' }],
  ['repair, fix, mend', { words: 'repair, fix, mend, tune up' }],
  [
    'swim, swimming, swim lesson, swimming lesson, swim class, swimming class',
    { words: 'swim, swimming, aqua, aquatic, water aerobics', near: 'SPORTS_RECREATION', implies: 'EVENT' },
  ],
  ['cost money, costs money', { priced: true }],
  ['big band', { words: 'big band, jazz ensemble', near: 'MUSIC', implies: 'EVENT' }],
  ['hike, hiking', { words: 'hike, hiking, trail run, trail hike, nature walk', near: 'SPORTS_RECREATION' }],
  ['run, running, 5k, jog, jogging', { words: 'run, running, 5k', near: 'SPORTS_RECREATION' }],
  [
    'puppy, petting dog, petting zoo, dog to pet, therapy dog, pet a dog, pet dog, dog i can pet, dog we can pet, pet some dog, pet the dog, pet a puppy',
    { words: 'therapy dogs, puppy', near: 'HEALTH_WELLNESS' },
  ],
  [
    'board game, boardgame, tabletop, game night',
    { words: 'board games, game night, tabletop', near: 'SOCIAL', implies: 'EVENT' },
  ],
  [
    'video game, videogame, gaming, esport, smash bro, super smash bro, mario kart',
    { words: 'esports, video game, videogame, lan party', near: 'SOCIAL', implies: 'EVENT' },
  ],
  [
    'sport, sporting event, athletic, recreation, sporty, active, something active',
    { category: 'SPORTS_RECREATION', words: 'sport', implies: 'EVENT' },
  ],
  [
    'health, wellness, fitness, wellbeing',
    { category: 'HEALTH_WELLNESS', words: 'health, wellness, fitness', implies: 'EVENT' },
  ],
  [
    'lecture, public lecture, public talk, talk, guest speaker, seminar, colloquium, symposium, talk about, talk on, lecture about, lecture on, seminar about, seminar on, panel about, panel on',
    { words: 'lecture, talk, seminar, colloquium, symposium, speaker', near: 'ACADEMIC', implies: 'EVENT' },
  ],
  [
    'research talk, research lecture, research seminar',
    { words: 'research talk, colloquium, seminar, lecture, brown bag', near: 'ACADEMIC', implies: 'EVENT' },
  ],
  [
    'for beginner, for total beginner, for complete beginner, for absolute beginner, beginner friendly',
    {
      words: 'beginner, intro, introduction, first lesson, no experience, show you how',
      weak: true,
      forWhom: true,
    },
  ],
  ['adult, for adult, grown up, for grown up', {}],
  [
    'for senior, senior citizen, older adult, older people, elderly, elderly people, retiree, for retiree',
    {
      words: 'seniors, older adults, senior citizens, elderly',
      near: 'SOCIAL',
      asWritten: true,
      forWhom: true,
    },
  ],
  [
    'work with my hand, work with my own hand, hands on work, physical work, physical labor, physical job, manual labor, manual work, manual job, labor job, labor',
    {
      words: 'move, moving, carry, lifting, paint, set up, build, assemble, yard, garden, clean',
      near: 'HOME_HELP',
      type: 'GIG',
    },
  ],
  [
    'climate, climate change, environment, environmental, sustainability, ecology, conservation',
    {
      words:
        'climate, environment, environmental, sustainability, ecology, conservation, wildlife, pollution, tree planting',
      near: 'ACADEMIC',
      headOnly: true,
    },
  ],
  ['academic', { category: 'ACADEMIC', words: 'academic', implies: 'EVENT' }],
  [
    'moving furniture, move furniture, furniture moving, furniture mover',
    { words: 'sofa, furniture, couch, boxes, moving, move', near: 'MOVING_DELIVERY', implies: 'GIG' },
  ],
  ['lifting, heavy lifting', { words: 'lifting, carry, sofa, boxes, furniture', near: 'MOVING_DELIVERY' }],
  ['workshop', { category: 'WORKSHOP', words: 'workshop', implies: 'EVENT' }],
  [
    'class, course, lesson',
    { category: 'WORKSHOP', words: 'class, course, lesson', weak: true, implies: 'EVENT' },
  ],
  ['session', { category: 'WORKSHOP', words: 'class, course, lesson', weak: true }],
  [
    'networking, to network, network with, career, career event',
    { category: 'CAREER_NETWORKING', words: 'networking, career', implies: 'EVENT' },
  ],
  [
    'job fair, jobs fair, career fair, career expo, internship fair',
    { words: 'job fair, career fair, career expo', near: 'CAREER_NETWORKING', implies: 'EVENT' },
  ],
  [
    'resume, resume help, resume review, cv, cv help',
    { words: 'resume, résumé, career coaching', near: 'CAREER_NETWORKING', implies: 'EVENT' },
  ],
  ['tech, technology', { category: 'TECHNOLOGY', words: 'tech, technology' }],
  [
    'coding, programming, software, programmed, code, coded, coder, programmer',
    { words: 'coding, programming, software, python, javascript, git', near: 'TECHNOLOGY' },
  ],
  [
    'college admission, admission to college, about admissions, admissions info, admissions office, campus visit, visit day, campus tour, prospective student',
    {
      words: 'campus visit, visit day, admitted students, campus tour, prospective students, future students',
      near: 'ACADEMIC',
    },
  ],
  [
    'about money, about finance, about personal finance, personal finance, budgeting, money management, invest, investing, invest money, invest my money, manage money, manage my money, save money, saving money, financial literacy',
    { words: 'budget, budgeting, personal finance, money, financial, savings, investing', near: 'ACADEMIC' },
  ],
  ['cofounder, co founder', { words: 'co founder, cofounder, startup', near: 'CAREER_NETWORKING' }],
  ['irs, tax, taxes, tax return, file tax', { words: 'tax, taxes, irs', near: 'ACADEMIC' }],
  [
    'visa, opt cpt, opt and cpt, cpt, f 1 visa, f1 visa, f 1 student, f1 student, j 1 visa, j1 visa, student visa, work authorization, work permit, work visa, visa question, work permit question',
    { words: 'visa, work authorization, international student, immigration' },
  ],
  [
    'introvert, shy people, shy person',
    { without: 'mixer, networking, trivia, board game, meet people, speed dating, icebreaker, karaoke' },
  ],
  [
    'single, singles event, singles night, speed dating, dating event',
    { words: 'speed dating, singles night, singles event, singles mixer', near: 'SOCIAL' },
  ],
  ['railroad, model railroad, model railway', { words: 'railroad, railway, locomotive', near: 'SOCIAL' }],
  [
    'city planning, urban planning, urbanism, about city',
    { words: 'cities, urban, housing', near: 'ACADEMIC' },
  ],
  [
    'something quiet, something quieter, anything quiet, anything quieter, quieter, more quiet, not so loud, not too loud, less loud',
    {
      without: 'dj, disco, karaoke, party, arena',
      withoutCategories: ['MUSIC', 'SPORTS_RECREATION'],
      implies: 'EVENT',
    },
  ],
  [
    'something cultural, anything cultural, cultural thing',
    { category: 'ARTS_CULTURE', words: 'culture, cultural', implies: 'EVENT' },
  ],
  [
    'violin, violinist, cello, viola, string music',
    {
      words: 'violin, cello, viola, string quartet, symphony, orchestra, chamber, philharmonic',
      near: 'MUSIC',
    },
  ],
  [
    'queer, lgbt, lgbtq, lgbtqia, gay, lesbian, trans, drag, drag show, pride event',
    { words: 'lgbtq, lgbtqia, queer, drag, pride', near: 'SOCIAL' },
  ],
  ['houseplant, house plant, potted plant, buy plant', { words: 'plant sale, house plants, houseplants' }],
  ['dress code, promo code, honor code, drop in', {}],
  ['hackathon, coding competition', { words: 'hackathon', near: 'TECHNOLOGY' }],
  [
    'volunteer, volunteering, volunteer work, volunteer opportunity, volunteering opportunity, volunteer job, charity, community service, give back, help out',
    { category: 'COMMUNITY_SERVICE', words: 'volunteer, charity, community service', free: true },
  ],
  [
    'service hour, volunteer hour, volunteering hour, service certificate',
    { words: 'service hours, volunteer hours, service certificate', near: 'COMMUNITY_SERVICE' },
  ],
  [
    'recruit member, recruit new member, find member, get member, join a club, club fair, student club, student org, student organization, student organisation',
    { words: 'student organization, student organisation, club fair, involvement fair', near: 'SOCIAL' },
  ],
  ['mixer, social mixer', { words: 'mixer, meet people', near: 'SOCIAL', implies: 'EVENT' }],
  [
    'poetry, poem, poetry reading, poetry slam, slam poetry, spoken word',
    { words: 'poetry, poem, poet, spoken word, poetry slam', near: 'ARTS_CULTURE' },
  ],
  [
    'social, social event, hang out, hangout',
    { category: 'SOCIAL', words: 'party, mixer, social', implies: 'EVENT' },
  ],
  ['party, partying', { words: 'party, dance party', near: 'SOCIAL', implies: 'EVENT' }],
  [
    'meet people, meet girl, meet guy, meet women, meet men, meet someone, meet somebody, find a boyfriend, find a girlfriend, get a date, make friend, find friend, find new friend, meet new people, make new friend',
    {
      words: 'meet people, mixer, meetup, trivia, board games, karaoke, euchre, lesson and social',
      near: 'SOCIAL',
      without: 'expo',
      headOnly: true,
      implies: 'EVENT',
    },
  ],
  [
    'im new, i am new, first year, first year student, freshman, freshmen, new here, new in town, new to campus, new on campus, dont know anyone, dont know anybody, dont really know anyone, dont really know anybody, know nobody, know no one',
    {
      words: 'mixer, meet people, orientation, welcome, meetup, trivia, board games, karaoke, euchre',
      near: 'SOCIAL',
      headOnly: true,
      without: 'expo',
      implies: 'EVENT',
    },
  ],
  [
    'indoor, indoors, inside',
    {
      without:
        'outdoor, outside, trail, hike, park, oval, plaza, garden, stadium, arboretum, picnic, 5k, roof, rooftop',
    },
  ],
  [
    'if it rain, it rain, it raining, going to rain, gonna rain, might rain, supposed to rain, will rain, specifically, especially, particularly, in particular, specific, rainy day, bad weather, practise, practice',
    {},
  ],
  [
    'food, drink, food and drink, dining, something to eat, thing to eat, eat, hungry, grub, taste food, taste good food, good food',
    { category: 'FOOD_DRINK', words: 'free food, food truck, tasting, potluck, cook off', implies: 'EVENT' },
  ],
  [
    'moving, move, mover, delivery, deliver, delivering, courier',
    { category: 'MOVING_DELIVERY', words: 'moving, move, delivery, courier', implies: 'GIG' },
  ],
  ['tutoring, tutor, teaching job, teaching gig', { category: 'TUTORING', words: 'tutoring, tutor' }],
  [
    'event staff, event staffing, event work, event job, event gig',
    { category: 'EVENT_STAFFING', words: 'event staff, usher', type: 'GIG' },
  ],
  [
    'designer, graphic designer, web designer, illustrator, video editor, videographer, copywriter',
    {
      words: 'design, designer, illustration, illustrator, video, copywriting, website',
      near: 'CREATIVE_DIGITAL',
      implies: 'GIG',
    },
  ],
  [
    'creative work, creative gig, creative job, design work, design gig, design job',
    { category: 'CREATIVE_DIGITAL', words: 'creative, design', type: 'GIG' },
  ],
  [
    'home help, household, chore, housework, around the house',
    { category: 'HOME_HELP', words: 'household, chore, housework' },
  ],
  [
    'babysitting, babysitter, baby sitting, baby sitter, baby sit, nanny',
    { words: 'babysitting, babysitter, childcare, nanny', near: 'HOME_HELP', implies: 'GIG' },
  ],
  ['childcare', { words: 'babysitting, babysitter, childcare, nanny' }],
  [
    'dog walking, dog walker, walk dogs, walk a dog, pet sitting, pet sitter, dog sitting, dog sitter, cat sitting, cat sitter, house sitting, house sitter',
    {
      words: 'dog walking, dog walker, pet sitting, pet sitter, dog sitter, cat sitter, house sitter',
      near: 'HOME_HELP',
      implies: 'GIG',
    },
  ],
  [
    'ai, a i, artificial intelligence, machine learning, ml, deep learning, llm, chatgpt, gpt, neural network',
    {
      words: 'ai, artificial intelligence, machine learning, language model, neural network',
      near: 'TECHNOLOGY',
    },
  ],
  [
    'lonely, loneliness, homesick, stressed, stressed out, stress, anxious, anxiety, depressed, depression, overwhelmed, burned out, burnt out, burnout, talk to someone, talk to somebody, someone to talk to, somebody to talk to, mental health, support group',
    {
      words: 'counseling, counselor, mental health, stress, therapy dogs, mindfulness, meditation',
      near: 'HEALTH_WELLNESS',
      implies: 'EVENT',
    },
  ],
  [
    'counselor, counseling, counsellor, counselling, therapist, therapy, talk to a counselor, see a counselor, see a therapist',
    { words: 'counseling, counselor, mental health', near: 'HEALTH_WELLNESS', implies: 'EVENT' },
  ],
  [
    'sound engineer, sound tech, sound technician, sound guy, sound desk, audio engineer, audio tech',
    { words: 'sound desk, sound engineer, sound tech, audio', near: 'EVENT_STAFFING', implies: 'GIG' },
  ],
  [
    'story time, storytime, story hour',
    { words: 'story time, storytime, storytelling, stories', near: 'ARTS_CULTURE', implies: 'EVENT' },
  ],
  [
    'i miss, we miss, not miss, not to miss, be missed, must see, highlight, any idea, some idea, plan',
    { implies: 'EVENT' },
  ],
  [
    'something chill, something chilled, something low key, anything low key, anything lowkey, something lowkey, anything chill, something cozy, something nice, something cool, something interesting, something different, something new',
    { implies: 'EVENT' },
  ],
  // "Somewhere to take my parents on Saturday" wants no job.
  [
    'take my parent, take my family, take my mom, take my dad, take my date, take my girlfriend, take my boyfriend, take them, take her, take him, bring my parent, somewhere to go, place to go, where to go',
    { implies: 'EVENT' },
  ],
  ['live', { words: 'live', weak: true, implies: 'EVENT' }],
  [
    'barista, waiter, waitress, waitressing, bartender, bartending, dishwasher, cashier, food service, restaurant job, cafe job',
    {
      words: 'barista, waiter, waitress, bartender, dishwasher, cashier, catering',
      near: 'EVENT_STAFFING',
      implies: 'GIG',
    },
  ],
  [
    'premed, pre med, med school, medical school',
    { words: 'pre med, premed, medical, medicine, health care', near: 'ACADEMIC' },
  ],
  ['prelaw, pre law, law school', { words: 'pre law, prelaw, law, legal', near: 'ACADEMIC' }],
  [
    'donate blood, give blood, blood donation, blood drive',
    { words: 'blood drive, blood donation, blood', near: 'HEALTH_WELLNESS', implies: 'EVENT' },
  ],
  [
    'apartment hunting, find an apartment, finding an apartment, find apartment, off campus housing, housing fair, find housing, find a roommate, find roommate',
    {
      words: 'off campus housing, apartment, renting, tenant, rental',
      near: 'WORKSHOP',
      implies: 'EVENT',
    },
  ],
  [
    'stretch, stretching, stretch out, sore, sore muscle, loosen up, flexibility',
    { words: 'stretching, stretch, yoga, restorative, pilates', near: 'HEALTH_WELLNESS', implies: 'EVENT' },
  ],
  // Who wrote a play that its title alone names.
  ...Object.entries({
    shakespeare:
      "shakespeare, hamlet, macbeth, othello, king lear, twelfth night, the tempest, romeo and juliet, midsummer night, much ado about nothing, merchant of venice, winter's tale",
    chekhov: 'chekhov, cherry orchard, the seagull, uncle vanya, three sisters',
    ibsen: "ibsen, doll's house, hedda gabler, peer gynt, enemy of the people",
    'thornton wilder, wilder': 'wilder, our town, skin of our teeth',
    'tennessee williams': 'tennessee williams, glass menagerie, streetcar named desire',
    'arthur miller': 'arthur miller, death of a salesman, the crucible',
    'oscar wilde, wilde': 'wilde, importance of being earnest, an ideal husband',
    moliere: 'moliere, tartuffe, the misanthrope, imaginary invalid',
    beckett: 'beckett, waiting for godot, endgame',
    sophocles: 'sophocles, antigone, oedipus',
  }).map(([who, words]): [string, Meaning] => [who, { words, near: 'ARTS_CULTURE', implies: 'EVENT' }]),
  [
    'undecided, lost my major, pick a major, choose a major, change my major, change major, declare a major, declare my major, switch major, what to major in',
    { words: 'declare your major, major, advising, advisors', near: 'ACADEMIC', implies: 'EVENT' },
  ],
  ['narcan, naloxone, overdose', { words: 'naloxone, narcan, overdose', near: 'HEALTH_WELLNESS' }],
  [
    'quiet music, soft music, mellow music, calm music, chill music, relaxing music, gentle music, quiet concert',
    {
      words: 'chamber, acoustic, piano, organ, string quartet, recital, jazz',
      near: 'MUSIC',
      implies: 'EVENT',
    },
  ],
  [
    'open studio, make ceramics, make pottery',
    { words: 'pottery wheel, pottery, ceramics studio', near: 'WORKSHOP', implies: 'EVENT' },
  ],
  [
    'sitting',
    { words: 'board games, trivia, euchre, bingo, movie, film, chess', near: 'SOCIAL', implies: 'EVENT' },
  ],
  [
    'opening reception, reception, vernissage',
    { words: 'opening reception, reception', near: 'ARTS_CULTURE', implies: 'EVENT' },
  ],
  [
    'paint something, draw something, paint and sip, paint night',
    {
      words: 'painting, watercolor, drawing, paint night, sketching',
      near: 'ARTS_CULTURE',
      implies: 'EVENT',
    },
  ],
  [
    'learn something new, learn something cool, learn a skill, learn a new skill, try something new, pick up a skill, new skill, new hobby, pick up a hobby',
    { category: 'WORKSHOP', words: 'workshop, lesson, intro', implies: 'EVENT' },
  ],
  [
    'gentle thing, something gentle, anything gentle, gentle exercise, gentle workout, gentle movement, gentle class',
    { words: 'restorative, gentle, stretching, meditation', near: 'HEALTH_WELLNESS', implies: 'EVENT' },
  ],
  ['prize money, cash prize, prize', { words: 'prize, prize money, cash prize' }],
  [
    'lawyer, attorney, legal advice, legal help, landlord, lease',
    { words: 'attorney, lawyer, legal, lease, tenant, landlord', near: 'WORKSHOP' },
  ],
  [
    'see the campus, visit the campus, see campus, visit campus, campus tour, tour the campus, tour campus, campus visit',
    { words: 'campus visit, campus tour, admitted students', near: 'ACADEMIC', implies: 'EVENT' },
  ],
  ['calc, calculus', { words: 'calculus', near: 'ACADEMIC' }],
  ['chem, chemistry, orgo, ochem, organic chemistry, organic chem', { words: 'chemistry', near: 'ACADEMIC' }],
  [
    'study session, study group, study hall, study table, review session, exam review, homework help',
    {
      words: 'study session, study hall, study tables, homework, tutors, help hours',
      near: 'ACADEMIC',
      implies: 'EVENT',
    },
  ],
  [
    'space, outer space, astronomy',
    { words: 'space, astronomy, planetarium, stargazing, dark skies, telescope', near: 'ACADEMIC' },
  ],
  [
    'star, see star, see the star, look at star, looking at star, look at the star, watch the star, stargaze, stargazing, star gazing, night sky, constellation',
    { words: 'astronomy, planetarium, stargazing, dark skies, telescope', near: 'ACADEMIC' },
  ],
  [
    'study space, quiet space, quiet study space, place to study, quiet place to study, somewhere to study, can i study, can we study, study late, somewhere quiet to study, spot to study, study spot, study place',
    { words: 'study hall, quiet study, study', near: 'ACADEMIC', implies: 'EVENT' },
  ],
  ['maker space, makers space', { words: 'makerspace, makers hub', near: 'WORKSHOP' }],
  ['homework', { words: 'homework', near: 'ACADEMIC', weak: true, implies: 'EVENT' }],
  [
    'language exchange, language practice, conversation partner, conversation group, conversation practice, english conversation, practice a language',
    { words: 'language exchange, language tables, conversation partner', near: 'ACADEMIC', implies: 'EVENT' },
  ],
  [
    'finals week, exam week, final exam, finals related, study for finals, studying for finals',
    {
      words: 'finals, exam, study tables, review session, stress less',
      near: 'ACADEMIC',
      weak: true,
      implies: 'EVENT',
    },
  ],
  [
    'essay, term paper, personal statement, help with my paper, help with a paper, help with my writing, help writing',
    { words: 'essay, writing center, academic writing, proofreading', near: 'ACADEMIC' },
  ],
  [
    'craft fair, craft market, art fair, art market, maker market, makers market, flea market, bazaar',
    {
      words:
        'craft fair, craft market, art fair, art market, makers market, flea market, bazaar, christmas market, holiday market, winter market',
      near: 'ARTS_CULTURE',
      implies: 'EVENT',
    },
  ],
  [
    'christmas, xmas, christmassy, christmasy, festive, christmas themed, holiday themed, christmas spirit, holiday spirit, holiday event, holiday season',
    { words: 'christmas, holiday, tree lighting', near: 'ARTS_CULTURE', implies: 'EVENT', atChristmas: true },
  ],
  [
    'holiday light, christmas light, xmas light',
    {
      words: 'holiday lights, christmas lights, lantern, festival of lights, tree lighting, winter lights',
      near: 'SOCIAL',
      implies: 'EVENT',
    },
  ],
  [
    'date idea, date night, on a date, for a date, first date, romantic, impress a date, impress my date',
    {
      words:
        'date night, couples, jazz, symphony, comedy, stargazing, planetarium, theatre, tasting, festival, film',
      near: 'SOCIAL',
      implies: 'EVENT',
    },
  ],
  [
    'watch party, watch the game, watch the match, viewing party',
    {
      words: 'watch party, viewing party, game day',
      near: 'SPORTS_RECREATION',
      implies: 'EVENT',
    },
  ],
  [
    'grad student, graduate student, grad, phd, phd student, grad school',
    { words: 'graduate students, graduate, grad, thesis, dissertation', near: 'ACADEMIC' },
  ],
  ['crafty', { words: 'craft, crafts', near: 'WORKSHOP', weak: true }],
  ['club', { words: 'club', weak: true }],
  ['team building', { words: 'team building', near: 'SOCIAL', implies: 'EVENT' }],
  ['chess club', { words: 'chess', near: 'SOCIAL', implies: 'EVENT' }],
  [
    'dnd, dungeons and dragons, rpg',
    { words: 'dungeons and dragons, board games, tabletop', near: 'SOCIAL', implies: 'EVENT' },
  ],
  [
    'food pantry, food bank, soup kitchen',
    { words: 'food pantry, food bank, pantry, soup kitchen', near: 'COMMUNITY_SERVICE' },
  ],
  ...HOW_MANY.map((number): [string, Meaning] => [number, { words: number, weak: true }]),
  ['sold out, sell out, sold, ticket left', { priced: true }],
  ['bio, biology', { words: 'biology', near: 'ACADEMIC' }],
  ['psych, psychology', { words: 'psychology', near: 'ACADEMIC' }],
  ['stat, stats, statistics', { words: 'statistics, data', near: 'ACADEMIC' }],
  ['econ, economics', { words: 'economics', near: 'ACADEMIC' }],
  ['math, maths, mathematics', { words: 'math, mathematics, calculus', near: 'ACADEMIC' }],
  [
    'comp sci, computer science, cs',
    { words: 'computer science, computing, programming', near: 'TECHNOLOGY' },
  ],
  ['k pop, kpop', { words: 'k pop, kpop', near: 'MUSIC' }],
  ['hip hop, hiphop, rap, hip hop show', { words: 'hip hop, rap', near: 'MUSIC', implies: 'EVENT' }],
  ['band, live band', { words: 'band, live music, concert', category: 'MUSIC', implies: 'EVENT' }],
  ['open mic', { words: 'open mic', near: 'MUSIC', implies: 'EVENT' }],
  ['yard work, gardening, lawn, raking', { words: 'yard, gardening, lawn, raking', near: 'HOME_HELP' }],
  [
    'photography gig, photography job, photographer',
    { words: 'photographer, photography', near: 'CREATIVE_DIGITAL', type: 'GIG' },
  ],
];

/** Words that say nothing of what is asked for: PostgreSQL's own list (its search knows none of them), and small talk. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
  i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves what which who whom this that these those am is
  are was were be been being have has had having do does did doing a an the and but if or because as until
  while of at by for with within about against between into through during before after above below to from up
  down in out on off over under again further then once here there when where why how all any both each
  few more most other some such no nor not only own same so than too very s t can will just don should now

  1st 2nd 3rd 4th 5th actually af afternoon ahh already also another anybody anyone anythin anything anytime anywhere
  arent argh around asap ass attend available awesome awkward back basically bc begin best big bit boyfriend bring
  bringing bro brother bruh btw buddy busy canceled cancelled cant chill chilled closed closer closest come comin coming cool
  could couldnt cousin coz crap cuz dad daddy daily damn date daughter day def didnt different doesnt doin done dont dude
  dumb earlier earliest early easy else end enjoy enjoyable enjoyed enjoys even evening ever everything exact exactly exciting fam far farther feel fifth
  find finish finished finishes first folks fourth fr friend friendly friends fuck fucked fucking fun get gimme girlfriend give giving go goin going
  gonna good gosh got gotta granddaughter granddaughters grandma grandpa grandparents grandson grandsons great group guys hadnt handing hanging happens happy hasnt havent
  hear hell hello help hes hey heyy hi hm hmm home honestly hosting hour hourly hows hr hrs id idea idiot idk ill im
  imho imo instead interest interested interesting introvert introverted isnt ive jk join kind kinda know laid last
  late later latest learn least left lemme let lets like list listen literally little lmao lmk lol long longest look lookin
  looking lot love man many may maybe meant meet meh mean might mightnt miss missed mom mommy month monthly morning much mum mummy must
  nah near nearby nearer nearest need needed needing needs nephew nervous never nevermind new next ngl nice niece
  night nope nothing number nvm offer offered offering ok okay old older omfg omg one ones open option others parent parents
  people per perhaps person place plan planned plans play please popular possibility possible possibly postponed pretty prob probs productive put
  quick quickly quite r random really recommend recommendation right rly rn roommate roommates said say
  schedule search second see semester shall since shes shit shitty short shortest shouldnt show shy single sister small smth
  somebody someone something somewhere son soon sooner soonest sort srsly start sth still stuff stupid suck sucks super
  suggest suggestion sup sure take taken tbh team teams tell thank thanks thats theres theyd theyre thing think third tho thx till time tired
  today together tomorrow tonight tonite total totally tryna ty type tysm ugh uh uhh um umm upcoming us useless vibe vibes visit
  visiting w wanna want wanted wasnt wat watch wed wats way week weekend weekly welp werent whatever whats whenever whens wheres
  wherever whos wo wont would wouldnt wtf wut wuts yall yay year yes yet yikes yo youre youve

  everyone everybody went non alone members spot become becoming sometime gf bf throw compete min mins saying mother mothers mums moms brothers sisters bday difference differences proper properly advice along appreciate appropriate check checks future include includes spots mood arrive arrives arriving better charge colleague colleagues compare compared comparison coworker coworkers grateful guest guests held husband kindly
  located make makes making opportunities opportunity option options presenting problem related speak speaking spend spouse suitable specialist stuck takes tried try trying visitor visitors well whole wife whether without wonder wondering worse
  `
    .split(/\s+/)
    .filter(Boolean),
);
