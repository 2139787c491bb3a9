import fc from 'fast-check';
import { Zone } from '../../src/conversations/assistant/zone.js';

/** Zones with summer time at other dates, with none, and with clocks that change at midnight or by half an hour. */
const ZONES = [
  ...['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'America/Havana', 'Africa/Cairo', 'Asia/Beirut'],
  ...['Atlantic/Azores', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Apia', 'America/Sao_Paulo'],
  ...['Africa/Casablanca', 'Pacific/Kiritimati', 'UTC'],
].map((name) => new Zone(name));

export const anyZone = fc.constantFrom(...ZONES);
