import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { Remembered } from '../../common/remembered.js';
import { Database } from '../../database/database.js';
import { type Area, type AreaQuery, areaOf, distanceBetween, isWithin, type Point } from './area.js';
import { readPlaces } from './place-file.js';

/** A name of a place, as `event_place` writes it. */
interface Named extends Point {
  name: string;
}

/** A part of the map, and the places of `PLACES_FILE` in it. */
export interface Region {
  area: Area;
  /** The names of the places. */
  names: string[];
  /** How many metres each is from the middle of the area's circle. */
  distances: number[];
}

/**
 * The places of `PLACES_FILE`, which give coordinates to events that name them and have none of their own. No row says so: a
 * list asks for the names that are in its area, so that another file is in force with the next start.
 */
@Injectable()
export class Places {
  private readonly places = this.config.PLACES_FILE ? readPlaces(this.config.PLACES_FILE) : [];
  private readonly named = new Remembered<Named[]>(Number.POSITIVE_INFINITY);

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  /**
   * The part of the map that a query names; undefined where it names none.
   * @throws Problem VALIDATION_FAILED for parameters that do not go together
   */
  async regionOf(query: AreaQuery): Promise<Region | undefined> {
    const area = areaOf(query);
    if (!area) return undefined;
    const all = this.places.length > 0 ? await this.named.get(() => this.foldNames()) : [];
    const found = all.filter((place) => isWithin(area, place));
    const { circle } = area;
    return {
      area,
      names: found.map(({ name }) => name),
      distances: circle ? found.map((place) => distanceBetween(circle, place)) : [],
    };
  }

  /** The database folds the names itself, as it folds those of events. */
  private async foldNames(): Promise<Named[]> {
    const all = this.places.flatMap(({ name, aliases, latitude, longitude }) =>
      [name, ...aliases].map((each) => ({ name: each, latitude, longitude })),
    );
    const rows = await this.database.query<{ name: string }>({
      text: `SELECT event_place(json_build_object('name', name)) AS name
             FROM unnest($1::text[]) WITH ORDINALITY AS named (name, position) ORDER BY position`,
      values: [all.map(({ name }) => name)],
    });
    const folded = all.map((place, index) => ({ ...place, name: rows[index]!.name }));
    return [...new Map(folded.map((place) => [place.name, place])).values()];
  }
}
