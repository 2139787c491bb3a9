import { Module } from '@nestjs/common';
import { SharedRates } from './shared-rates.js';

@Module({ providers: [SharedRates] })
export class RatesModule {}
