import {
  API_PATHS,
  type AlertChannelBody,
  type AlertChannelView,
  type AlertChoices,
  type OwnAlertChannel,
  type PushBrowserBody,
} from '@kenny/contract';
import { createECDH } from 'node:crypto';
import type { AServer } from './a-server.js';
import { ABrowser } from './push-world.js';

/** Bodies and answers of alerts, by the name of their fixture; what is sent goes nowhere. */
export async function alertAnswers(server: AServer): Promise<Record<string, unknown>> {
  const got = async <T>(path: string) => (await server.http<T>('GET', path)).body;
  const post = async <T>(path: string, body: object) =>
    (await server.http<T>('POST', path, body)).body;
  const url = 'https://127.0.0.1:9';
  const alert_channel_body: AlertChannelBody = { kind: 'ntfy', name: 'Phone', url };
  const channels = API_PATHS.alertChannels;
  const alert_channel_view = await post<AlertChannelView>(channels, alert_channel_body);
  const own_alert_channel: OwnAlertChannel = {
    channel_id: alert_channel_view.id,
    address: 'kenny',
  };
  const alert_delivery_view = await post(API_PATHS.alertTest, own_alert_channel);
  return {
    ...{ alert_channel_body, alert_channel_view, own_alert_channel, alert_delivery_view },
    alert_channel_list: await got(channels),
    alert_choices: await got<AlertChoices>(API_PATHS.alertChoices),
    alert_list: await got(API_PATHS.alerts),
    ...(await browserAnswers(server)),
  };
}

/** A key of somebody who hears nothing: no service is asked until there is something to tell. */
async function browserAnswers(server: AServer): Promise<Record<string, unknown>> {
  const browser = await ABrowser.logIn(server);
  const keys = createECDH('prime256v1');
  const push_browser_body: PushBrowserBody = {
    endpoint: 'https://push.example.org/abc',
    p256dh: keys.generateKeys('base64url'),
    auth: 'a'.repeat(22),
    names_pcs: false,
  };
  const push_browser_view = await browser.turnOn(push_browser_body);
  return { push_browser_body, push_browser_view, push_browser_list: await browser.list() };
}
