/** A building and a room in it. */
export type Place = readonly [building: string, room: string];

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

/** On which days of the week one would hold it. */
export type Days = 'weekdays' | 'weekend' | 'any';

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
  /** Second paragraphs, of which an event takes one or none. */
  readonly middles: readonly string[];
  /** Last paragraphs, of which an event takes one or none. */
  readonly closings: readonly string[];
  readonly topics: readonly Topic[];
}

/** A class or group that meets every week. */
export interface Series
  extends Omit<Kind, 'topics' | 'days' | 'starts' | 'minutes' | 'middles' | 'closings'> {
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
