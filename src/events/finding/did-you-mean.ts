import { Injectable } from '@nestjs/common';
import { EventVocabulary } from '../search/event-vocabulary.js';
import { folded, type Spelling } from '../search/spelling.js';

/** Other spellings that are tried for a search. */
const MAX_TRIED = 3;
/** Words that are looked up for one. */
const MAX_WORDS = 20;
/** A word, and the dash that excludes it. */
const WORD = /(?<![\p{L}\p{M}\p{N}])-?[\p{L}\p{M}\p{N}]+/gu;

/** Finds another spelling for a search that has found nothing (decisions.md, "Finding things"). */
@Injectable()
export class DidYouMean {
  constructor(private readonly vocabulary: EventVocabulary) {}

  /**
   * The search with its unknown words replaced by those that are spelled alike; null where nothing is near, or finds
   * anything.
   * @param finds whether a search finds something
   */
  async spelled(q: string, finds: (q: string) => Promise<boolean>): Promise<string | null> {
    for (const other of otherSpellings(q, await this.vocabulary.spelling()))
      if (await finds(other)) return other;
    return null;
  }
}

/** The search with the nearest words, then with the next nearest, and so on. */
function otherSpellings(q: string, spelling: Spelling): string[] {
  const words = new Set([...q.matchAll(WORD)].slice(0, MAX_WORDS).map(([word]) => word));
  const alike = new Map<string, string[]>();
  for (const word of words) {
    const plain = folded(word);
    if (plain.startsWith('-') || plain === 'or' || spelling.count(plain) > 0) continue;
    const near = spelling.alike(plain, MAX_TRIED).map((slip) => slip.word);
    if (near.length > 0) alike.set(word, near);
  }
  const tried = Math.max(0, ...[...alike.values()].map(({ length }) => length));
  return Array.from({ length: tried }, (_, nth) =>
    q.replace(WORD, (word) => {
      const near = alike.get(word);
      return near ? near[Math.min(nth, near.length - 1)]! : word;
    }),
  );
}
