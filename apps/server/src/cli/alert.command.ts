import {
  ALERT_CHANNEL_KINDS,
  ALERT_KIND_NAMES,
  ALERT_SEVERITIES,
  AWAY_HOURS,
  MAIL_SECURITY,
} from '@kenny/contract/client';
import { Option, type Command } from 'commander';
import { addChannel, listChannels, removeChannel, type ChannelOptions } from './alert/channels.js';
import { changeChoices, showChoices, testChannel, type ChoiceOptions } from './alert/choices.js';
import { listAlerts } from './alert/list.js';
import type { Run } from './invocation.js';
import { listOf } from './option-values.js';

export function addAlertCommands(program: Command, run: Run): void {
  const alert = program
    .command('alert')
    .description('what you hear of while you are not here, and where');
  alert
    .command('list')
    .description('what you were told, newest first, and whether it arrived')
    .action((_: object, command: Command) => run(command, listAlerts));
  alert
    .command('show')
    .description('what you have chosen')
    .action((_: object, command: Command) => run(command, showChoices));
  addSet(alert, run);
  alert
    .command('test <channel> [address]')
    .description('send one message there now')
    .action((channel: string, address: string | undefined, _: object, command: Command) =>
      run(command, (call) => testChannel(call, channel, address)),
    );
  addChannelCommands(alert, run);
}

function addSet(alert: Command, run: Run): void {
  const kind = (flag: string, words: string) =>
    new Option(`${flag} <kind>`, `${words}: ${ALERT_KIND_NAMES.join(', ')}`).argParser(listOf);
  alert
    .command('set')
    .description('change what you have chosen; what is not named stays')
    .option(
      '--use <channel=address>',
      'be told there (repeat); without an address where none is asked',
      listOf,
    )
    .option('--drop <channel>', 'not there any more (repeat)', listOf)
    .addOption(kind('--mute', 'do not tell'))
    .addOption(kind('--tell', 'tell again'))
    .option('--agent <agent_id>', 'only these PCs (repeat); all: every PC', listOf)
    .option('--tag <tag>', 'only PCs with these tags (repeat); all: every PC', listOf)
    .addOption(new Option('--health <from>', 'from which severity on').choices(ALERT_SEVERITIES))
    .addOption(
      new Option('--away <hours>', 'after so many hours without contact').choices(
        AWAY_HOURS.map(String),
      ),
    )
    .option('--quiet <from-until>', 'quiet hours like 22:00-07:00, or off')
    .option('--zone <name>', 'time zone of quiet hours and weekly mail, like Europe/Berlin')
    .option('--critical', 'critical alerts come through quiet hours')
    .option('--no-critical', 'critical alerts wait for the morning, too')
    .option('--weekly <day-time>', 'a mail once a week, like sunday-09:00, or off')
    .option('--owners', 'owners of your PCs get a weekly mail about their own')
    .option('--no-owners', 'owners get none')
    .action((options: ChoiceOptions, command: Command) =>
      run(command, (call) => changeChoices(call, options)),
    );
}

function addChannelCommands(alert: Command, run: Run): void {
  const channel = alert.command('channel').description('ways out of the server, for its admins');
  channel
    .command('list')
    .description('every channel, and whether it worked')
    .action((_: object, command: Command) => run(command, listChannels));
  channel
    .command('add <name>')
    .description('add a channel; its secret is read from a file and never shown again')
    .addOption(new Option('--kind <kind>').choices(ALERT_CHANNEL_KINDS).makeOptionMandatory())
    .option('--to <address>', 'the server of ntfy, Gotify or Matrix; the address of a webhook')
    .option('--host <name>', 'the mail server')
    .option('--port <number>', 'its port; without, the usual one')
    .addOption(new Option('--security <how>', 'to the mail server').choices(MAIL_SECURITY))
    .option('--user <name>', 'user name at the mail server')
    .option('--from <address>', 'sender of the mails')
    .option('--secret-file <file>', 'password, token or secret address; -: from standard input')
    .option('--allow <address>', 'an IP address of your own network (repeat)', listOf)
    .option('--every <minutes>', 'of a heartbeat')
    .action((name: string, options: ChannelOptions, command: Command) =>
      run(command, (call) => addChannel(call, name, options)),
    );
  channel
    .command('remove <channel>')
    .description('nothing is sent through it any more')
    .option('-y, --yes', 'do not ask')
    .action((name: string, { yes }: { yes?: boolean }, command: Command) =>
      run(command, (call) => removeChannel(call, name, yes === true)),
    );
}
