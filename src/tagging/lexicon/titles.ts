import type { Category } from '../tagger.js';
import type { Lexicon } from './lexicon.js';

/**
 * Between the names of two schools, "vs" means a match, however much the names sound like study. So does an exhibition of
 * players.
 */
export const FIXTURES = 'university vs, college vs, state vs, academy vs, exhibition game, exhibition match';

/** A title with these shows something, whatever the show is about. */
export const EXHIBITIONS = 'exhibition, exhibit';

/** A title with these is of that kind, whatever it is about and whoever hosts it. */
export const KINDS: Partial<Record<Category, string>> = {
  MUSIC: `faculty concert, guest concert, fall concert, winter concert, spring concert, summer concert, holiday concert, concert series,
    choir concert, choral concert, band concert, orchestra concert, ensemble concert, benefit concert, senior recital,
    junior recital, faculty recital, guest recital, degree recital, organ recital, piano recital`,
  ARTS_CULTURE: `paint night, paint and sip, sip and paint, painting night, craft night, crafts night, arts and crafts night,
    art night, craft hour, opening reception, artist reception, gallery opening, poetry slam, open mic poetry`,
  SPORTS_RECREATION:
    'go kart, go karting, karting, bowling night, ski trip, pickup basketball, pickup soccer, open gym',
  ACADEMIC:
    'lightning talk, open office hours, drop in office hours, dissertation defense, thesis defense, proposal hearing, defense hearing',
  SOCIAL: 'general body meeting, general meeting, gbm, weekly meeting, pub crawl, pubcrawl, bar crawl',
  CAREER_NETWORKING:
    'alumni reception, networking reception, resume review, mock interview, career fair, job fair',
};

/**
 * What counts in titles alone: words that tell a title's kind but may stand in any description. No text is trained on
 * them, for their single words say little.
 */
export const TITLES: Partial<Lexicon> = {
  MUSIC: {
    sure: 'music on the, music at the, music in the, concerts on the, rockin on the, alive after',
    likely: 'symphonic, in concert',
    hint: '',
  },
  ARTS_CULTURE: {
    sure: 'art after dark',
    likely: `drawing, visions, reverie, whispers, showcase, masks, stories of, voices of, portraits of, sketches,
      fable, twist, stage, studio tour, second stage, repertory, players, masterpiece`,
    hint: '',
  },
  ACADEMIC: {
    sure: `why we, the science of, the physics of, the history of, the politics of, the future of,
      the psychology of, the philosophy of, the economics of, the ethics of, the origins of, the rise of,
      the fall of, the making of, the meaning of, the role of, the legacy of, the invention of,
      lessons from, in the age of, in an age of, the case for, the case against, the problem of,
      the limits of, toward a, towards a, rethinking, reimagining, reconsidering, decolonizing,
      theorizing, exploring the impact, insights into, insights from, implications of, implications for,
      challenges of, challenges in, politics of, philosophy of, sociology of, anthropology of,
      psychology of, economics of, ethics of, origins of, emergence of, geology of, ecology of,
      biology of, history of the, in the classroom, approaches to, approach to, responses to, mechanism,
      governance, library tour, campus tours, student tour, residence hall tour, language table,
      conversation table`,
    likely: `beyond the, revisiting, contemporary, interaction, snake, turtle, frog, fox, bat, owl, butterfly,
      reptile, amphibian, bee, beetle, insect, salamander, climate, ancestry, frontier, regulation,
      perspective, dilemma, paradox, sustainable, architecture and, society, nation, empire`,
    hint: '',
  },
  COMMUNITY_SERVICE: {
    sure: 'school district, town meeting, meeting of the town, candidate meet and greet',
    likely: 'friends of, annual meeting, caucus, booth, tear down, coalition',
    hint: '',
  },
  SOCIAL: {
    sure: 'games day',
    likely: `meeting, club, baby, wiggle, lights, light up, water day, joke, customize, slime, lantern release,
      candy, kids corner, pumpkin, train, truck, water, animal, field trip, shopping trip, bus trip,
      trip to`,
    hint: '',
  },
  OTHER: {
    sure: 'no storytime, closing at, closes at, closing early, tear down, set up, setup',
    likely: 'due',
    hint: '',
  },
};
