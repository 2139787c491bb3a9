/** Images of one event, pixels of each of their sides, and characters of `alt` (rules.md, "Events and gigs"). */
export const MAX_IMAGES = 5;
export const MAX_PIXELS = 20_000;
export const MAX_ALT = 300;

/** A picture of an event, at an address that nothing here fetches. The members stand in the order of the JSON. */
export interface Image {
  /** http or https, as the URL parser writes it. */
  url: string;
  /** Pixels, where they are known. */
  width: number | null;
  height: number | null;
  /** What it shows, for those who do not see it. */
  alt: string;
}
