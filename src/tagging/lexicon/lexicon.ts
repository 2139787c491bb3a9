import type { Category } from '../tagger.js';

/**
 * The words of each category, by how sure one may be of it on reading them. `sure` words settle the category nearly
 * alone, `likely` ones are common elsewhere too, `hint`s only tip a balance. Each list is parted by commas; plurals and
 * possessives need no entry of their own.
 */
export type Lexicon = Record<Category, { sure: string; likely: string; hint: string }>;
