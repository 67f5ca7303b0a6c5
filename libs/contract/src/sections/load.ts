import { Nullable, Num, Volatile } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

/**
 * Means since the report before. A rate is null in the first report, and when a counter went back
 * (a device was replaced, the counter began anew): never zero, which would mean idle.
 */
export class LoadPayload extends SectionPayload {
  /** How long ago the means begin. */
  @Volatile()
  @Nullable()
  @Num({ min: 0 })
  measured_over_s!: number | null;

  /** Of all processors together. */
  @Nullable()
  @Num({ min: 0, max: 100 })
  cpu_percent!: number | null;

  /** The busiest minute; null when the means are of less than one. */
  @Nullable()
  @Num({ min: 0, max: 100 })
  cpu_peak_percent!: number | null;

  /** In use. */
  @Volatile()
  @Nullable()
  @Num({ min: 0, max: 100 })
  memory_percent!: number | null;

  /** Share of the time in which a program had to wait for memory; known on Linux alone. */
  @Volatile()
  @Nullable()
  @Num({ min: 0, max: 100 })
  memory_pressure_percent!: number | null;

  @Nullable()
  @Num({ min: 0 })
  network_in_bytes_per_s!: number | null;

  @Nullable()
  @Num({ min: 0 })
  network_out_bytes_per_s!: number | null;

  @Nullable()
  @Num({ min: 0 })
  disk_read_bytes_per_s!: number | null;

  @Nullable()
  @Num({ min: 0 })
  disk_write_bytes_per_s!: number | null;
}

export const load = defineSection({
  name: 'load',
  title: 'Load',
  description: 'How busy processor, memory, network and disks were since the report before.',
  group: 'hardware',
  mandatory: false,
  payload: LoadPayload,
  card: { icon: 'speed', headline: 'cpu_percent', unit: '%' },
  // Memory in use is a series of its own section.
  series: [
    { metric: 'cpu', path: 'cpu_percent', line: 'average', unit: '%' },
    { metric: 'cpu', path: 'cpu_peak_percent', line: 'busiest minute', unit: '%' },
    { metric: 'network_traffic', path: 'network_in_bytes_per_s', line: 'in', unit: 'bytes/s' },
    { metric: 'network_traffic', path: 'network_out_bytes_per_s', line: 'out', unit: 'bytes/s' },
    { metric: 'disk_traffic', path: 'disk_read_bytes_per_s', line: 'read', unit: 'bytes/s' },
    { metric: 'disk_traffic', path: 'disk_write_bytes_per_s', line: 'written', unit: 'bytes/s' },
  ],
  os: ['windows', 'linux'],
});
