import { PRINTER_STATUS, type Printer } from '@kenny/contract/agent';

/** Long form: with the alerts of each printer; then the default and all jobs that wait. */
export const LPSTAT = ['-l', '-p', '-d', '-o'];

const STATES: readonly [begin: string, status: string][] = [
  ['is idle.', PRINTER_STATUS.normal],
  ['now printing ', PRINTER_STATUS.printing],
  ['disabled since ', PRINTER_STATUS.paused],
];
/** How CUPS backends report an unreachable printer. */
const NOBODY_THERE =
  /may not exist or is unavailable|not responding|unable to locate|not connected|is offline/i;
/** Reasons of RFC 8011 that stop printing, for drivers that omit the severity. */
const FAULTS = new Set('media-jam media-empty door-open cover-open toner-empty'.split(' '));

interface Found {
  name: string;
  status: string;
  /** Lines below it, as far as they tell more about the state. */
  message: string;
  alerts: string[];
}

/**
 * `lpstat -l -p -d -o` in English, as the agent calls it (lpstat(1)). Undefined when it names no
 * printer and does not say that there is none.
 */
export function parseLpstat(text: string): Printer[] | undefined {
  const found: Found[] = [];
  const jobs = new Map<string, number>();
  let standard: string | undefined;
  let isKnownForm = false;
  for (const line of text.split('\n')) {
    const printer = printerOf(line);
    const [, job] = /^(\S{1,127})-\d{1,10}\s+\S{1,256}\s+\d{1,15}\s/.exec(line) ?? [];
    const [, named] = /^system default destination: (\S{1,127})$/.exec(line) ?? [];
    if (printer) found.push(printer);
    else if (named !== undefined) standard = named;
    else if (job !== undefined) jobs.set(job, (jobs.get(job) ?? 0) + 1);
    else if (line.startsWith('\t')) takeDetail(found.at(-1), line.trim(), jobs.size > 0);
    isKnownForm ||= printer !== undefined || line === 'no system default destination';
  }
  if (!isKnownForm) return undefined;
  return found.map((printer) => ({
    name: printer.name,
    status: statusOf(printer),
    is_default: printer.name === standard,
    jobs: jobs.get(printer.name) ?? 0,
  }));
}

function printerOf(line: string): Found | undefined {
  const [, name, rest = ''] = /^printer (\S{1,127}) (.{1,500})/.exec(line) ?? [];
  const state = STATES.find(([begin]) => rest.startsWith(begin));
  return name && state ? { name, status: state[1], message: '', alerts: [] } : undefined;
}

/** The message stands right below the printer; jobs have lines of their own, after all printers. */
function takeDetail(printer: Found | undefined, text: string, isOfJob: boolean): void {
  if (!printer || isOfJob) return;
  const [, alerts] = /^Alerts: (.{1,1000})$/.exec(text) ?? [];
  if (alerts !== undefined) printer.alerts = alerts.split(' ').filter((word) => word !== 'none');
  else if (printer.message === '') printer.message = text;
}

function statusOf({ status, message, alerts }: Found): string {
  if (alerts.some((alert) => alert.startsWith('offline')) || NOBODY_THERE.test(message)) {
    return PRINTER_STATUS.offline;
  }
  if (alerts.some((alert) => alert.endsWith('-error') || FAULTS.has(alert))) {
    return PRINTER_STATUS.error;
  }
  // CUPS stops a queue whose backend or filter fails; a person who stops one gives another reason.
  if (status === PRINTER_STATUS.paused && /\bfailed\b/i.test(message)) return PRINTER_STATUS.error;
  return status;
}
