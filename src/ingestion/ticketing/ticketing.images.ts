import { cut } from '../../common/text.js';
import { type Image, MAX_ALT, MAX_IMAGES, MAX_PIXELS } from '../../events/image.js';
import { httpUrlOf, isRecord } from '../reading/feed-text.js';

/** The shape of most screens, as the feed calls it. */
const WIDE = '16_9';

interface Picture {
  isWide: boolean;
  image: Image;
}

/**
 * The first few images of an item, the widest of the usual shape first. Their order does not depend on the feed's, which may
 * differ from one pull to the next. An entry without a usable address is left out, and so is a picture that stands in for
 * those that are missing.
 * @param title what is said of them: the feed does not say what they show
 */
export function imagesOf({ images }: Record<string, unknown>, title: string): Image[] {
  const alt = cut(title, MAX_ALT);
  const pictures = new Map<string, Picture>();
  for (const entry of Array.isArray(images) ? images : []) {
    if (!isRecord(entry) || entry.fallback === true) continue;
    const url = httpUrlOf(entry.url);
    if (url === null || pictures.has(url)) continue;
    const image = { url, width: pixelsOf(entry.width), height: pixelsOf(entry.height), alt };
    pictures.set(url, { isWide: entry.ratio === WIDE, image });
  }
  return [...pictures.values()]
    .sort(byShape)
    .slice(0, MAX_IMAGES)
    .map(({ image }) => image);
}

function byShape(a: Picture, b: Picture): number {
  return (
    Number(b.isWide) - Number(a.isWide) ||
    (b.image.width ?? 0) - (a.image.width ?? 0) ||
    (a.image.url < b.image.url ? -1 : 1)
  );
}

function pixelsOf(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_PIXELS
    ? (value as number)
    : null;
}
