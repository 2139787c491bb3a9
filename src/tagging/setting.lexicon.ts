import type { Category } from './tagger.js';

/** What a place or a host says of what happens there. It only tips a balance: a brewery has bands, but also dinners. */
export const SETTING_LEXICON: Partial<Record<Category, string>> = {
  MUSIC: `music hall, concert hall, recital hall, amphitheater, amphitheatre, ballroom, opera house, conservatory,
    school of music, bandstand, band shell, bandshell, jazz club, symphony hall, music center, arena, theatre, tavern, brewing, brewery,
    winery, vineyard, taproom, pub, saloon, summer stage, nightclub, lounge, cider`,
  ARTS_CULTURE: `theatre, theater, playhouse, museum, gallery, cinema, comedy club, comedy cellar, improv, art center,
    center for the art, performing art center, studio theatre, planetarium, funny bone, punch line, library`,
  SPORTS_RECREATION: `stadium, arena, field house, fieldhouse, gym, gymnasium, rink, ice center, speedway, raceway, ballpark,
    soccer field, tennis court, pool, aquatic center, natatorium, golf club, golf course, country club, bowling alley, bowl,
    climbing wall, trailhead, boathouse, tennis center`,
  HEALTH_WELLNESS: `wellness center, health center, counseling center, hospital, clinic, yoga studio, health service,
    counseling service, recreation center`,
  CAREER_NETWORKING: 'career center, career service, career office, job center, chamber of commerce',
  TECHNOLOGY: 'computer lab, makerspace, hackerspace, research computing',
  COMMUNITY_SERVICE: `church, temple, mosque, synagogue, chapel, food bank, food pantry, animal shelter, city hall,
    volunteer center, newman center`,
  FOOD_DRINK: 'farmers market, culinary center, test kitchen',
  WORKSHOP: 'teaching center, center for teaching, craft center, pottery studio, training room',
};
