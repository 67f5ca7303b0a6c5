import {
  API_PATHS,
  type AlertChannelBody,
  type AlertChannelView,
  type AlertChoices,
  type OwnAlertChannel,
} from '@kenny/contract';
import type { AServer } from './a-server.js';

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
  };
}
