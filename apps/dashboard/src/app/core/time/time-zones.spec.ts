import { ownTimeZone, timeZones, zoneNamed, zonesLike, zoneWords } from './time-zones';

const ZONES = ['Europe/Vienna', 'UTC', 'America/New_York', 'Europe/Berlin', 'America/Indiana/Knox'];

describe('time zones', () => {
  it('begin with that of the browser, and have each one once', () => {
    const zones = timeZones();
    expect(zones[0]).toBe(ownTimeZone());
    expect(zones).toContain('Europe/Vienna');
    expect(new Set(zones).size).toBe(zones.length);
  });

  it.each([
    ['york', ['America/New_York']],
    ['europe', ['Europe/Vienna', 'Europe/Berlin']],
    ['New York', ['America/New_York']],
    ['vienna, europe', ['Europe/Vienna']],
    ['', ZONES],
    ['nowhere', []],
  ])('are found by %j', (text, found) => {
    expect(zonesLike(ZONES, text)).toEqual(found);
  });

  it.each([
    ['europe/vienna', 'Europe/Vienna'],
    ['new york', 'America/New_York'],
    ['utc', 'UTC'],
    ['america', undefined],
    ['', undefined],
  ])('are what somebody means by %j, or unclear', (text, zone) => {
    expect(zoneNamed(ZONES, text)).toBe(zone);
  });

  it('are written for people', () => {
    expect(zoneWords('America/New_York')).toBe('America/New York');
  });
});
