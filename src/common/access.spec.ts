import type { ExecutionContext } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { type AccessPolicy, admit, type Caller, OwnershipGuard, Public, SignedIn } from './access.js';

interface Thing {
  owner: string;
  isHidden: boolean;
}

const THINGS: Record<string, Thing> = {
  open: { owner: 'ann', isHidden: false },
  hidden: { owner: 'ann', isHidden: true },
};
const find = async (id: string) => THINGS[id];
const callerOf = (id: string) => ({ id }) as Caller;

/** The outcome for a caller: the code of the refusal, or the resource. */
const outcomeOf = (policy: AccessPolicy<Thing>, kind: 'visible' | 'allowed', id: string, who: string) =>
  admit(policy, kind, { id, caller: callerOf(who) }).then(
    (thing) => thing,
    ({ code }) => code,
  );

describe('a policy', () => {
  const owned: AccessPolicy<Thing> = {
    find,
    maySee: ({ owner, isHidden }, { id }) => !isHidden || owner === id,
    refusal: ({ owner }, { id }) => (owner === id ? undefined : 'NOT_OWNER'),
  };

  it.each([
    ['visible', 'open', 'ann', THINGS.open],
    ['visible', 'open', 'bob', THINGS.open],
    ['visible', 'hidden', 'ann', THINGS.hidden],
    ['visible', 'hidden', 'bob', 'NOT_FOUND'],
    ['visible', 'none', 'ann', 'NOT_FOUND'],
    ['allowed', 'open', 'ann', THINGS.open],
    ['allowed', 'open', 'bob', 'NOT_OWNER'],
    ['allowed', 'hidden', 'ann', THINGS.hidden],
    ['allowed', 'hidden', 'bob', 'NOT_FOUND'],
    ['allowed', 'none', 'ann', 'NOT_FOUND'],
  ] as const)('with %s access to the %s thing by %s returns %j', async (kind, id, who, expected) => {
    expect(await outcomeOf(owned, kind, id, who)).toBe(expected);
    const later = {
      ...owned,
      refusal: async (thing: Thing, caller: Caller) => owned.refusal!(thing, caller),
    };
    expect(await outcomeOf(later, kind, id, who)).toBe(expected);
  });

  it('without rules lets everyone see a resource, and nobody act on it', async () => {
    expect(await outcomeOf({ find }, 'visible', 'hidden', 'bob')).toBe(THINGS.hidden);
    for (const who of ['ann', 'bob'])
      expect(await outcomeOf({ find }, 'allowed', 'open', who)).toBe('NOT_OWNER');
  });
});

describe('the ownership guard', () => {
  class Controller {
    @Public() open() {}
    @SignedIn() closed() {}
    forgotten() {}
  }
  const guard = new OwnershipGuard({} as ModuleRef);
  const enter = (handler: object, caller?: Caller) => {
    const context = {
      getHandler: () => handler,
      getClass: () => Controller,
      switchToHttp: () => ({ getRequest: () => ({ caller, params: {} }) }),
    };
    return guard.canActivate(context as unknown as ExecutionContext);
  };
  const { open, closed, forgotten } = Controller.prototype;

  it('admits everyone to public routes, and only callers with a token to others', () => {
    expect(enter(open)).toBe(true);
    expect(enter(closed, callerOf('ann'))).toBe(true);
    expect(() => enter(closed)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  });

  it('admits nobody to a route that declares no access', () => {
    // No token is verified for such a route, so the guard sees no caller.
    for (const caller of [undefined, callerOf('ann')])
      expect(() => enter(forgotten, caller)).toThrow(
        'Controller.forgotten declares no access: add @SignedIn()',
      );
  });
});
