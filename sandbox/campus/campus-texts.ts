import { readJson } from '../read-json.js';

/** A building and a room in it. */
export type Place = readonly [building: string, room: string];

/** On which days of the week one would hold an event. */
export type Days = 'weekdays' | 'weekend' | 'any';

export interface Topic {
  readonly title: string;
  /** The first paragraph, in Markdown with slots (see `fill`). */
  readonly text: string;
  /** `18:30`; without it one of the kind's. */
  readonly at?: string;
  readonly minutes?: number;
  readonly days?: Days;
  readonly places?: readonly Place[];
}

/** What events of one kind have in common. */
export interface Kind {
  /** The office that announces it. */
  readonly label: string;
  readonly color: string;
  readonly tags: readonly string[];
  readonly places: readonly Place[];
  readonly starts: readonly string[];
  readonly minutes: readonly number[];
  readonly days: Days;
  /** Second paragraphs, of which an event has one or none. */
  readonly middles: readonly string[];
  /** Last paragraphs, of which an event has one or none. */
  readonly closings: readonly string[];
  readonly topics: readonly Topic[];
}

/** A class or group that meets every week. */
export interface Series extends Pick<Kind, 'label' | 'color' | 'tags' | 'places'> {
  readonly title: string;
  readonly text: string;
  readonly more?: string;
  readonly at: string;
  readonly minutes: number;
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
}

/** An exhibition: open for weeks in one gallery, followed by that gallery's next. */
export interface Gallery {
  readonly place: Place;
  /** How many days one exhibition stays, and how many the walls are bare after it. */
  readonly openDays: number;
  readonly bareDays: number;
  readonly shows: readonly Pick<Topic, 'title' | 'text'>[];
}

/** The texts say where by the places themselves, or by the name of a list of places. */
type Named<Thing extends { places?: readonly Place[] }> = Omit<Thing, 'places'> & {
  readonly places?: readonly Place[] | string;
};
type NamedKind = Named<Omit<Kind, 'topics'>> & { readonly topics: readonly Named<Topic>[] };

const read = <Content>(name: string) => readJson<Content>(`./texts/${name}.json`, import.meta.url);

const places = read<{
  /** Invented places on a campus in Columbus, by what one does there. */
  columbus: Record<string, readonly Place[]>;
  /** Campuses other than the one that the service takes in, with a room or two each. */
  others: readonly (readonly [campus: string, places: readonly Place[]])[];
}>('places');
export const otherCampuses = places.others;

export const { firstNames, lastNames, towns } =
  read<Record<'firstNames' | 'lastNames' | 'towns', readonly string[]>>('people');

export const exhibitions = read<{
  galleries: readonly Gallery[];
  /** Second and last paragraphs of an exhibition. */
  middles: readonly string[];
  closings: readonly string[];
}>('exhibitions');

export const kinds: readonly Kind[] = ['learning', 'arts', 'community']
  .flatMap((name) => read<NamedKind[]>(name))
  .map((kind) => ({ ...placed(kind), topics: kind.topics.map(placed) }) as Kind);

export const series: readonly Series[] = read<Named<Series>[]>('series').map((one) => placed(one) as Series);

/** @throws Error for a list of places that there is not */
function placed<Thing extends { places?: readonly Place[] | string }>(thing: Thing): Thing {
  if (typeof thing.places !== 'string') return thing;
  const list = places.columbus[thing.places];
  if (!list) throw new Error(`There is no list of places "${thing.places}".`);
  return { ...thing, places: list };
}
