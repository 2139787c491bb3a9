import { readJson } from '../read-json.js';

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

const texts = readJson<{
  halls: Hall[];
  /** What is played in town, by kind; where, by the names of halls. */
  shows: (Omit<Show, 'halls'> & { halls: string[] })[];
  notes: string[];
}>('./ticketing-texts.json', import.meta.url);

const hallsByName = new Map(texts.halls.map((hall) => [hall.name, hall]));

export const shows: readonly Show[] = texts.shows.map((show) => ({
  ...show,
  halls: show.halls.map((name) => hallsByName.get(name)!),
}));
export const { notes } = texts;
