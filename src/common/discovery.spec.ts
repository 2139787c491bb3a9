import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { discover, discoverable } from './discovery.js';

const Greeting = discoverable<(name: string) => string, 'polite' | 'short'>();
const Silence = discoverable<() => void>();

class Greetings {
  private readonly word = 'Hello';

  @Greeting('polite')
  greet(name: string) {
    return `${this.word}, ${name}!`;
  }

  @Silence()
  keepStill() {}

  undecorated() {}
}
class More extends Greetings {
  @Greeting('short')
  wave() {
    return 'Hi!';
  }
}

describe('the discovery of methods', () => {
  const values = [null, undefined, 0, 'text', Symbol('value'), Object.create(null), [], () => {}];
  const found = async (...classes: (new () => object)[]) => {
    const providers = values.map((useValue, n) => ({ provide: `value ${n}`, useValue }));
    const metadata = { imports: [DiscoveryModule], providers: [...providers, ...classes] };
    const module = await Test.createTestingModule(metadata).compile();
    return discover(module.get(DiscoveryService), Greeting);
  };

  it('finds the decorated ones of every provider, with their options', async () => {
    expect(await found()).toEqual([]);
    expect((await found(Greetings)).map(({ options }) => options)).toEqual(['polite']);
    expect((await found(More)).map(({ options }) => options).sort()).toEqual(['polite', 'short']);
  });

  it('binds them to their provider', async () => {
    const [greeting] = await found(Greetings);
    expect(greeting!.method('Alice')).toBe('Hello, Alice!');
  });

  it('takes a decorator only for a method of its type', () => {
    class Wrong {
      // @ts-expect-error: it takes a number
      @Greeting('short')
      count(number: number) {
        return String(number);
      }
    }
    expect(new Wrong().count(1)).toBe('1');
  });
});
