import { cut } from '../../common/text.js';
import { type EventImageDto, MAX_ALT, MAX_IMAGES, MAX_PIXELS } from '../../events/event-members.dto.js';
import { httpUrlOf, isRecord } from '../reading/feed-text.js';

/** The shape of most screens, as the feed calls it. */
const WIDE = '16_9';

/**
 * The first few images of an item, the widest of the usual shape first. Their order does not depend on the feed's, which may
 * differ from one pull to the next. An entry without a usable address is left out, and so is a picture that stands in for
 * those that are missing.
 * @param title what is said of them: the feed does not say what they show
 */
export function imagesOf({ images }: Record<string, unknown>, title: string): EventImageDto[] {
  const alt = cut(title, MAX_ALT);
  const pictures = new Map<string, EventImageDto & { isWide: boolean }>();
  for (const entry of Array.isArray(images) ? images : []) {
    if (!isRecord(entry) || entry.fallback === true) continue;
    const url = httpUrlOf(entry.url);
    if (url === null || pictures.has(url)) continue;
    const [width, height] = [pixelsOf(entry.width), pixelsOf(entry.height)];
    pictures.set(url, { url, width, height, alt, isWide: entry.ratio === WIDE });
  }
  return [...pictures.values()]
    .sort(
      (a, b) =>
        Number(b.isWide) - Number(a.isWide) || (b.width ?? 0) - (a.width ?? 0) || (a.url < b.url ? -1 : 1),
    )
    .slice(0, MAX_IMAGES)
    .map(({ isWide, ...image }) => image);
}

function pixelsOf(value: unknown): number | null {
  const pixels = Number.isInteger(value) ? (value as number) : 0;
  return pixels >= 1 && pixels <= MAX_PIXELS ? pixels : null;
}
