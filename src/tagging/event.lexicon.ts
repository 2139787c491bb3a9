import { CAREERS_AND_TECHNOLOGY } from './lexicon/careers-and-technology.js';
import { COMMUNITY_AND_SOCIAL } from './lexicon/community-and-social.js';
import { FOOD } from './lexicon/food.js';
import { LEARNING } from './lexicon/learning.js';
import type { Lexicon } from './lexicon/lexicon.js';
import { MUSIC_AND_ARTS } from './lexicon/music-and-arts.js';
import { NOTICES_AND_WORK } from './lexicon/notices-and-work.js';
import { SPORTS_AND_HEALTH } from './lexicon/sports-and-health.js';

/** What events say of themselves. */
export const EVENT_LEXICON: Lexicon = {
  ...MUSIC_AND_ARTS,
  ...SPORTS_AND_HEALTH,
  ...LEARNING,
  ...CAREERS_AND_TECHNOLOGY,
  ...COMMUNITY_AND_SOCIAL,
  ...FOOD,
  ...NOTICES_AND_WORK,
};
