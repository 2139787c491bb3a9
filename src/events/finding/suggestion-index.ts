import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { folded, Spelling } from '../search/spelling.js';
import type { SuggestionDto, SuggestionKind } from './suggestions.dto.js';

/** What of an event is suggested. */
export interface Suggestable {
  id: string;
  title: string;
  tags: string[];
  place: string | null;
  category: string | null;
}

interface Entry extends SuggestionDto {
  words: string[];
}

/** Entries with a word that begins so: first those that begin with it themselves, the most frequent first. */
interface Beginning {
  first: number[];
  inner: number[];
}

/** Beginnings of so many letters have their entries at hand; of longer ones there are few. */
const AT_HAND = 3;
/** Entries that are kept of each: the most that anyone asks for. */
const KEPT = 20;
/** Words of a text that count, and of what was typed. */
const MAX_WORDS = 20;
const MAX_TYPED = 6;
/** Entries that are looked at for what was typed. */
const MAX_LOOKED = 5_000;
/** Words that are spelled alike, for each word typed. */
const MAX_ALIKE = 3;
/** Answers that are remembered: many type the same. */
const MAX_ANSWERS = 2_000;
/** Entries after which others get their turn. */
const CHUNK = 1_000;
const ORDER: SuggestionKind[] = ['CATEGORY', 'TAG', 'PLACE', 'EVENT'];

/** The words of a text, folded. */
function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** What can be suggested, by the beginnings of its words. It is made once and only read then. */
export class SuggestionIndex {
  /** The most frequent first, then by kind, then what starts first. */
  private readonly entries: Entry[];
  private readonly beginnings = new Map<string, Beginning>();
  /** The entries that have a word, by the words in their order. */
  private readonly postings = new Map<string, number[]>();
  private words: string[] = [];
  private spelling = new Spelling(new Map());
  private readonly answers = new LRUCache<string, SuggestionDto[]>({ max: MAX_ANSWERS });

  private constructor(entries: Iterable<Entry>) {
    this.entries = [...entries].sort(
      (a, b) => b.count - a.count || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
    );
  }

  /** @param batches of events, in the order of their start */
  static async of(batches: AsyncIterable<Suggestable[]>): Promise<SuggestionIndex> {
    const entries = new Map<string, Entry>();
    const count = (kind: SuggestionKind, text: string, eventId: string | null = null) => {
      const key = `${kind} ${folded(text).trim()}`;
      const entry = entries.get(key);
      if (entry) entry.count += 1;
      else entries.set(key, { kind, text, eventId, count: 1, words: wordsOf(text).slice(0, MAX_WORDS) });
    };
    for await (const batch of batches)
      for (const { id, title, tags, place, category } of batch) {
        count('EVENT', title, id);
        for (const tag of new Set(tags)) count('TAG', tag);
        if (place) count('PLACE', place);
        if (category) count('CATEGORY', category);
      }
    const index = new SuggestionIndex(entries.values());
    await index.build();
    return index;
  }

  /** What was typed may mean these: prefixes of words first, then what is spelled alike. */
  find(typed: string, limit: number): SuggestionDto[] {
    const key = `${limit} ${folded(typed)}`;
    let answer = this.answers.get(key);
    if (!answer) {
      answer = this.suggest(typed, limit).map(({ kind, text, eventId, count }) => ({
        kind,
        text,
        eventId,
        count,
      }));
      this.answers.set(key, answer);
    }
    return answer;
  }

  private async build(): Promise<void> {
    for (const [position, { words }] of this.entries.entries()) {
      if (position % CHUNK === CHUNK - 1) await nextTurn();
      for (const word of new Set(words)) {
        const known = this.postings.get(word);
        if (known) known.push(position);
        else this.postings.set(word, [position]);
        for (let length = 1; length <= Math.min(AT_HAND, word.length); length += 1)
          this.begin(word.slice(0, length), position, words[0] === word);
      }
    }
    this.words = [...this.postings.keys()].sort();
    await nextTurn();
    this.spelling = new Spelling(new Map([...this.postings].map(([word, found]) => [word, found.length])));
  }

  private begin(letters: string, position: number, isFirst: boolean): void {
    let beginning = this.beginnings.get(letters);
    if (!beginning) {
      beginning = { first: [], inner: [] };
      this.beginnings.set(letters, beginning);
    }
    const kept = isFirst ? beginning.first : beginning.inner;
    if (kept.length < KEPT && kept.at(-1) !== position) kept.push(position);
  }

  private suggest(typed: string, limit: number): Entry[] {
    if (typed.trim() === '') return this.entries.slice(0, limit);
    const words = wordsOf(typed).slice(0, MAX_TYPED);
    if (words.length === 0) return [];
    const found = new Set(this.beginningWith(words, limit));
    for (const others of this.spelledAlike(words)) {
      if (found.size >= limit) break;
      for (const position of this.beginningWith(others, limit)) found.add(position);
    }
    return [...found].slice(0, limit).map((position) => this.entries[position]!);
  }

  /** The entries that have a word for each of these beginnings; first those that begin with the first of them. */
  private beginningWith(beginnings: string[], limit: number): number[] {
    const [only] = beginnings;
    if (beginnings.length === 1 && only!.length <= AT_HAND) {
      const { first, inner } = this.beginnings.get(only!) ?? { first: [], inner: [] };
      return [...new Set([...first, ...inner])].slice(0, limit);
    }
    const longest = beginnings.reduce((one, other) => (other.length > one.length ? other : one));
    const found = this.havingWord(longest).filter((position) => {
      const { words } = this.entries[position]!;
      return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
    });
    const isFirst = (position: number) => this.entries[position]!.words[0]!.startsWith(only!);
    return [...found.filter(isFirst), ...found.filter((position) => !isFirst(position))].slice(0, limit);
  }

  /** The entries that have a word that begins so, the most frequent first. */
  private havingWord(beginning: string): number[] {
    const found = new Set<number>();
    for (let at = this.firstAt(beginning); this.words[at]?.startsWith(beginning); at += 1)
      for (const position of this.postings.get(this.words[at]!)!) {
        if (found.size === MAX_LOOKED) return [...found].sort((a, b) => a - b);
        found.add(position);
      }
    return [...found].sort((a, b) => a - b);
  }

  /** Where the words begin that are not before this one. */
  private firstAt(word: string): number {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The same with other words: where none begins so, all such words at once; else one word after the other. */
  private *spelledAlike(words: string[]): Generator<string[]> {
    const isUnknown = words.map((word) => !this.words[this.firstAt(word)]?.startsWith(word));
    const isReplaced = isUnknown.includes(true)
      ? [isUnknown]
      : words.map((_, at) => words.map((_, other) => other === at));
    for (const replaced of isReplaced) {
      const alike = words.map((word, at) =>
        replaced[at]
          ? this.spelling.alike(word, MAX_ALIKE, { asPrefix: true }).map((slip) => slip.word)
          : [word],
      );
      if (alike.some(({ length }) => length === 0)) continue;
      const tried = Math.max(...alike.map(({ length }) => length));
      for (let nth = 0; nth < tried; nth += 1)
        yield alike.map((each) => each[Math.min(nth, each.length - 1)]!);
    }
  }
}
