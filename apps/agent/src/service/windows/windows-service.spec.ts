import { FakeClock } from '@kenny/testing';
import { ENDED } from '../../../test/windows/ended.js';
import type { ProgramRequest, ProgramResult } from '../../platform/run-program.js';
import { lockState } from './access-lists.js';
import { nssmService } from './nssm-service.js';
import { serviceValues } from './service-values.js';
import { SystemPrograms } from './system-programs.js';
import { windowsPaths } from './windows-paths.js';

const ENV = {
  ProgramFiles: 'C:\\Program Files',
  PROGRAMDATA: 'D:\\Data',
  SystemRoot: 'C:\\Windows',
};
const paths = windowsPaths(ENV);

/** As Windows says it of a service that was stopped, whatever its language. */
const STOPPED = '        STATE              : 1  STOPPED\r\n';

/** Every program that was started, one line each; `fails` says which of them end with 1, `says` what. */
function aSystem(
  fails: (line: string) => boolean = () => false,
  says: (line: string) => string = () => '',
) {
  const lines: string[] = [];
  const requests: ProgramRequest[] = [];
  const run = (request: ProgramRequest): Promise<ProgramResult> => {
    const line = [request.file, ...request.args].join(' ');
    lines.push(line);
    requests.push(request);
    if (fails(line)) return Promise.resolve({ ...ENDED, exit_code: 1, stderr: 'no\r\n' });
    const stdout = says(line) || (line.includes('sc.exe query') ? STOPPED : '');
    return Promise.resolve({ ...ENDED, stdout });
  };
  return { lines, requests, programs: new SystemPrograms(paths.systemFolder, run) };
}

describe('the folders of the service on Windows', () => {
  it('come from the system, in whatever case it spells its variables', () => {
    expect(paths).toMatchObject({
      program: 'C:\\Program Files\\kenny\\kenny-agent.exe',
      serviceHost: 'C:\\Program Files\\kenny\\nssm.exe',
      stateFolder: 'D:\\Data\\kenny',
      controlFile: 'D:\\Data\\kenny-control\\agent.control.json',
      stderr: 'D:\\Data\\kenny\\logs\\service-err.log',
    });
  });

  it.each([{}, { ...ENV, ProgramFiles: 'relative' }])('are not guessed from %j', (env) => {
    expect(() => windowsPaths(env)).toThrow(/ProgramFiles/);
  });
});

describe('what Windows and nssm know of the service', () => {
  const values = serviceValues(paths, ['run', '--insecure']);
  const data = (name: string) => values.find((value) => value.name === name)?.data;

  it('is a path in quotes, so that no C:\\Program.exe is started in its place', () => {
    expect(data('ImagePath')).toBe('"C:\\Program Files\\kenny\\nssm.exe"');
  });

  it('starts with the PC and again five seconds after an end, whatever its code', () => {
    expect([data('Start'), data('AppRestartDelay')]).toEqual(['2', '5000']);
    expect(values.find(({ key }) => key.endsWith('AppExit'))?.data).toBe('Restart');
  });

  it('is an environment of ours, with absolute folders', () => {
    expect(data('AppEnvironmentExtra')?.split('\\0')).toEqual([
      'STATE_DIRECTORY=D:\\Data\\kenny',
      'INVOCATION_ID=nssm',
      expect.stringMatching(/^NODE_OPTIONS=/),
      'NODE_USE_SYSTEM_CA=1',
    ]);
    expect(data('AppParameters')).toBe('run --insecure');
  });
});

describe('the service under nssm', () => {
  const KEY = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\kenny-agent';

  it('is registered once and has all its values written again each time', async () => {
    const fresh = aSystem((line) => line.includes('reg.exe query'));
    await nssmService(paths, fresh.programs).place(['run']);
    expect(fresh.lines[1]).toBe(
      'C:\\Program Files\\kenny\\nssm.exe install kenny-agent ' +
        'C:\\Program Files\\kenny\\kenny-agent.exe',
    );
    const known = aSystem();
    await nssmService(paths, known.programs).place(['run']);
    expect(known.lines).toEqual(fresh.lines.filter((line) => !line.includes('nssm.exe install')));
    expect(known.requests[1]?.args).toEqual([
      ...['add', KEY, '/v', 'ImagePath', '/t', 'REG_EXPAND_SZ'],
      ...['/d', '"C:\\Program Files\\kenny\\nssm.exe"', '/f'],
    ]);
  });

  it('uses the programs of Windows by their folder, with nothing of our environment', async () => {
    const { requests, programs } = aSystem();
    await nssmService(paths, programs).start();
    expect(requests[0]).toMatchObject({
      file: 'C:\\Windows\\System32\\net.exe',
      args: ['start', 'kenny-agent'],
      env: { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32' },
    });
  });

  it('says in words which step failed', async () => {
    const { programs } = aSystem((line) => line.includes('net.exe start'));
    await expect(nssmService(paths, programs).start()).rejects.toThrow(
      '"net start kenny-agent" ended with 1: no',
    );
  });

  it.each([
    ['runs after all', '4  RUNNING', undefined],
    ['stops again', '1  STOPPED', '"net start kenny-agent" ended with 1: no'],
  ])('that Windows gave up starting is waited for until it %s', async (_, last, fault) => {
    const clock = new FakeClock();
    let looks = 0;
    const { programs } = aSystem(
      (line) => line.includes('net.exe start'),
      (line) => {
        if (line.includes('sc.exe query')) looks += 1;
        return `STATE : ${looks < 3 ? '2  START_PENDING' : last}`;
      },
    );
    const started = nssmService(paths, programs, clock)
      .start()
      .then(
        () => undefined,
        ({ message }: Error) => message,
      );
    let done = false;
    void started.finally(() => (done = true));
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      if (clock.pendingTimers > 0) clock.advance(100);
    }
    expect(await started).toBe(fault);
    expect(looks).toBe(3);
  });

  it('is told again to stop where nssm has forgotten it, and not started before it has', async () => {
    const clock = new FakeClock();
    const stops = () => lines.filter((line) => line.includes('net.exe stop')).length;
    const states = () => `STATE : ${stops() < 2 ? '4  RUNNING' : '1  STOPPED'}`;
    const { lines, programs } = aSystem(undefined, (line) =>
      line.includes('sc.exe query') ? states() : '',
    );
    let done = false;
    const stopping = nssmService(paths, programs, clock)
      .stop()
      .finally(() => (done = true));
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      if (clock.pendingTimers > 0) clock.advance(100);
    }
    await stopping;
    expect(stops()).toBe(2);
    expect(lines.at(-1)).toContain('sc.exe query kenny-agent');
  });

  it('is not removed, nor stopped, where it is not', async () => {
    const { lines, programs } = aSystem((line) => line.includes('reg.exe query'));
    await nssmService(paths, programs).remove();
    expect(lines.filter((line) => !line.includes('reg.exe query'))).toEqual([]);
  });
});

describe('taking nssm out of the event log', () => {
  const removedWith = async (message: string): Promise<string | undefined> => {
    const { lines, programs } = aSystem(
      () => false,
      (line) =>
        line.includes('EventLog') ? `    EventMessageFile    REG_EXPAND_SZ    ${message}` : '',
    );
    await nssmService(paths, programs).remove();
    return lines.find((line) => line.includes('reg.exe delete'));
  };

  it('is part of the removal, because nssm does it neither there nor anywhere', async () => {
    expect(await removedWith('c:\\program files\\kenny\\nssm.exe')).toBe(
      'C:\\Windows\\System32\\reg.exe delete ' +
        'HKLM\\SYSTEM\\CurrentControlSet\\Services\\EventLog\\Application\\NSSM /f',
    );
  });

  it('leaves the nssm of another product there', async () => {
    expect(await removedWith('C:\\Program Files\\other\\nssm.exe')).toBeUndefined();
  });
});

describe('locking the state folder', () => {
  it('takes it from whoever made it before, lets in only accounts by number, and looks again', async () => {
    const { requests, programs } = aSystem();
    await lockState(paths, programs);
    expect(requests.map(({ args }) => args[1])).toEqual([
      '/setowner',
      '/reset',
      '/inheritance:r',
      'D:\\Data\\kenny',
    ]);
    expect(requests[2]?.args.filter((arg) => arg.startsWith('*'))).toEqual([
      '*S-1-5-18:(OI)(CI)F',
      '*S-1-5-32-544:(OI)(CI)F',
    ]);
    expect([requests[3]?.file, requests[3]?.args[0]]).toEqual([paths.program, 'lock']);
  });

  it.each(['/reset', ' lock '])('is an error when Windows does not do it (%s)', async (step) => {
    const { programs } = aSystem((line) => line.includes(step));
    await expect(lockState(paths, programs)).rejects.toThrow(/ended with 1: no/);
  });
});
