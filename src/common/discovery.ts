import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Histogram } from 'prom-client';

/** A decorator of methods of one type; the compiler refuses it on others. */
interface Offer<Method, Options> {
  KEY: string;
  (options: Options): <M extends Method>(on: object, name: string, of: TypedPropertyDescriptor<M>) => void;
}

const scanner = new MetadataScanner(); // caches the names of methods

/** Creates a decorator of methods that modules offer to another, which finds them with `discover`. */
export const discoverable = <Method, Options = void>() =>
  DiscoveryService.createDecorator<Options>() as unknown as Offer<Method, Options>;

/** Finds the decorated methods of all providers, bound, with the options of their decorators. */
export function discover<Method, Options>(discovery: DiscoveryService, { KEY }: Offer<Method, Options>) {
  const providers = discovery.getProviders().filter(({ instance }) => instance); // a provider may be null
  return providers.flatMap(({ instance }) =>
    scanner.getAllMethodNames(Object.getPrototypeOf(instance)).flatMap((name) => {
      const options: Options | undefined = Reflect.getOwnMetadata(KEY, instance[name]);
      return options === undefined ? [] : [{ method: instance[name].bind(instance) as Method, options }];
    }),
  );
}

export type Sample = [name: string, value: number, labels?: Record<string, string>];

/** Samples of one metric: the values by the values of a label. */
export const samplesOf = (name: string, label: string, values: Record<string, number>): Sample[] =>
  Object.entries(values).map(([of, value]) => [name, value, { [label]: of }]);

/**
 * Marks a method that measures at each read of the metrics. Its options have the help of each metric; a
 * histogram needs none. If it fails, its metrics are absent. A name that ends in `_total` is a counter.
 */
export const Measured = discoverable<() => Measurement | Promise<Measurement>, Record<string, string>>();
export type Measurement = (Sample | Histogram)[];
