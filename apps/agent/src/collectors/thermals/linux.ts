import type { ThermalSensor } from '@kenny/contract/agent';
import { absent, type Collector, reading, unreadable } from '../collector.js';
import type { SystemFiles } from '../probe/system-files.js';
import { count, round } from '../words.js';

const HWMON = '/sys/class/hwmon';
const ZONES = '/sys/class/thermal';
const MAX_CHIPS = 100;
const MAX_SENSORS = 64;

/** A sensor, with its reading in °C if plausible. */
interface Sensor {
  label: string;
  /** Tells sensors of equal label apart, and is stable over restarts. */
  device: string;
  celsius: number | undefined;
}

export const thermals: Collector<'thermals'> = async ({ files }) => {
  const chips = await chipSensors(files);
  // Thermal zones mostly repeat the chips, with worse names.
  const sensors = chips.some(isRead) ? chips : [...chips, ...(await zoneSensors(files))];
  if (sensors.length === 0) return absent('this PC has no temperature sensor that Linux knows');
  const read = labelled(sensors.filter(isRead));
  const hottest = [...read].sort((a, b) => (b.temperature_c ?? 0) - (a.temperature_c ?? 0))[0];
  if (!hottest) return unreadable(`none of ${count(sensors.length, 'sensor')} gave a sane reading`);
  return reading<'thermals'>(
    `${hottest.label} ${hottest.temperature_c} °C is the warmest of ${count(read.length, 'sensor')}`,
    { sensors: read },
  );
};

function isRead(sensor: Sensor): sensor is Sensor & { celsius: number } {
  return sensor.celsius !== undefined;
}

async function chipSensors(files: SystemFiles): Promise<Sensor[]> {
  const sensors: Sensor[] = [];
  for (const chip of await files.listIfThere(HWMON, MAX_CHIPS)) {
    const folder = `${HWMON}/${chip}`;
    const name = (await files.attribute(`${folder}/name`)) ?? chip;
    const device = (await files.linkName(`${folder}/device`)) ?? chip;
    const inputs = (await files.listIfThere(folder, 2_000)).flatMap(
      (entry) => /^temp(\d{1,3})_input$/.exec(entry)?.[1] ?? [],
    );
    for (const n of inputs.sort((a, b) => Number(a) - Number(b)).slice(0, MAX_SENSORS)) {
      const faulty = (await files.number(`${folder}/temp${n}_fault`)) === 1;
      const own = await files.attribute(`${folder}/temp${n}_label`);
      sensors.push({
        label: own ? `${name} ${own}` : inputs.length > 1 ? `${name} ${n}` : name,
        device,
        celsius: faulty ? undefined : celsiusOf(await files.number(`${folder}/temp${n}_input`)),
      });
    }
  }
  return sensors;
}

async function zoneSensors(files: SystemFiles): Promise<Sensor[]> {
  const sensors: Sensor[] = [];
  for (const zone of await files.listIfThere(ZONES, MAX_CHIPS)) {
    if (!/^thermal_zone\d+$/.test(zone)) continue;
    const label = (await files.attribute(`${ZONES}/${zone}/type`)) ?? zone;
    const celsius = celsiusOf(await files.number(`${ZONES}/${zone}/temp`));
    sensors.push({ label, device: zone, celsius });
  }
  return sensors;
}

/** Millidegrees; anything outside 0 to 150 °C is a sensor that is not connected. */
export function celsiusOf(milli: number | undefined): number | undefined {
  if (milli === undefined || milli <= 0 || milli >= 150_000) return undefined;
  return round(milli / 1000, 1);
}

/** Series are kept by label, so two drives must not share one. */
function labelled(sensors: readonly (Sensor & { celsius: number })[]): ThermalSensor[] {
  const times = new Map<string, number>();
  for (const { label } of sensors) times.set(label, (times.get(label) ?? 0) + 1);
  const used = new Set<string>();
  return sensors.map(({ label, device, celsius }) => {
    const base = (times.get(label) ?? 0) > 1 ? `${label} (${device})` : label;
    let unique = base.slice(0, 200);
    for (let n = 2; used.has(unique); n += 1) unique = `${base.slice(0, 200)} ${n}`;
    used.add(unique);
    return { label: unique, temperature_c: celsius };
  });
}
