import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ApplicantNotifier, EventsService } from './events.service.js';

/** Starts the service of events with these providers besides. */
async function start(...providers: (new () => object)[]): Promise<void> {
  const metadata = { imports: [DiscoveryModule], providers: [EventsService, ...providers] };
  const module = await Test.createTestingModule(metadata)
    .useMocker(() => ({}))
    .compile();
  await module.init();
}

describe('the notifier of applicants', () => {
  class Notifier {
    @ApplicantNotifier()
    async notify() {}
  }

  it('has to be there when the service starts', async () => {
    await expect(start()).rejects.toThrow('Add @ApplicantNotifier() to the method that notifies applicants.');
    await expect(start(Notifier)).resolves.toBeUndefined();
  });
});
