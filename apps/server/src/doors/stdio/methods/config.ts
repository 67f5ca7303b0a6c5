import {
  SERVERS_OWN,
  type ModelKeyState,
  type RpcAuthProvider,
  type RpcReadConfig,
} from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { ModelKey, mustBeOperator, OperatorSettings } from '../../../settings/index.js';
import type { RpcHandlers } from '../rpc-call.js';
import { invalidParams, rpcError } from '../rpc-error.js';

type Names =
  | `config/${'read' | 'update'}`
  | `auth/${'status' | 'providers' | 'loginWithApiKey' | 'logoutProvider'}`;

const PROVIDER = { id: 'anthropic', name: 'Anthropic' } as const;
const KEY = 'anthropic_api_key';
const OWN = ['chat_model', 'reasoning_effort', 'compaction'] as const;
const LABELS = {
  environment: "Set in the server's environment",
  stored: 'Stored on the server',
  none: 'Not set',
} as const;

/** The operator's own settings of the chat, and the server's key of the model service. */
@Injectable()
export class ConfigMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    private readonly settings: OperatorSettings,
    private readonly key: ModelKey,
  ) {
    this.handlers = {
      'config/read': ({ ctx }, params) => {
        refuseSecrets(params);
        return this.config(ctx);
      },
      'config/update': ({ ctx }, { values }) => this.update(ctx, values),
      'auth/status': () => ({
        anthropic: key.current() !== null,
        ...{ openaiOAuth: false, openaiAccessToken: false, openrouterApiKey: false },
      }),
      'auth/providers': ({ ctx }) => ({ providers: [providerView(ctx, key.state())] }),
      'auth/loginWithApiKey': async ({ ctx }, { providerId, apiKey }) => {
        mustBeOurs(providerId);
        const { source } = await this.stored(ctx, apiKey);
        const unused = source === 'environment' ? ` ${ENVIRONMENT_WINS}` : '';
        return { providerId: PROVIDER.id, message: `The key is stored.${unused}` };
      },
      'auth/logoutProvider': async ({ ctx }, { providerId }) => {
        mustBeOurs(providerId);
        const { source } = await this.removed(ctx);
        const stays = source === 'environment' ? ` ${ENVIRONMENT_WINS}` : '';
        return { providerId: PROVIDER.id, message: `The stored key is removed.${stays}` };
      },
    };
  }

  private async config(ctx: CallContext) {
    const { chat_model, reasoning_effort, compaction } = await this.settings.of(
      mustBeOperator(ctx),
    );
    return { path: null, config: { chat_model, reasoning_effort, compaction: { ...compaction } } };
  }

  private async update(ctx: CallContext, values: unknown) {
    if (!isObject(values) || Array.isArray(values)) {
      throw invalidParams('Config values must be an object');
    }
    const names = Object.keys(values);
    const unknown = names.find((name) => name !== KEY && !OWN.some((one) => one === name));
    if (unknown !== undefined) {
      throw invalidParams(`Unknown config key: ${unknown.slice(0, 100)}`);
    }
    if (Object.hasOwn(values, KEY)) {
      // Two places: with others beside it, half of them could be changed.
      if (names.length > 1) throw invalidParams(`Change ${KEY} without other keys`);
      await this.keyFrom(ctx, values[KEY]);
    } else if (names.length > 0) {
      await this.settings.change(ctx, withDefaults(values));
    }
    return this.config(ctx);
  }

  private async keyFrom(ctx: CallContext, value: unknown): Promise<void> {
    if (typeof value !== 'string') throw invalidParams(`${KEY}: a text`);
    await this.stored(ctx, value);
  }

  private stored(ctx: CallContext, key: string): Promise<ModelKeyState> {
    return this.key.store(ctx, key);
  }

  private async removed(ctx: CallContext): Promise<ModelKeyState> {
    try {
      return await this.key.remove(ctx);
    } catch (error) {
      if (!(error instanceof KennyError) || error.code !== 'not_found') throw error;
      throw rpcError('invalid_params', 'No key is stored on this server', { kenny: error.code });
    }
  }
}

const ENVIRONMENT_WINS = "The one of the server's environment counts.";

function refuseSecrets({ redacted }: RpcReadConfig): void {
  if (redacted !== false) return;
  throw rpcError('invalid_params', 'Secrets are never read back', { code: 'unsupported' });
}

/** What `config/read` shows as null is taken back by null. */
function withDefaults(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [name, value ?? SERVERS_OWN]),
  );
}

function mustBeOurs(providerId: string): void {
  if (providerId.toLowerCase() === PROVIDER.id) return;
  throw invalidParams(`Unsupported provider: ${providerId}`);
}

function providerView({ principal }: CallContext, state: ModelKeyState): RpcAuthProvider {
  const { source, stored } = state;
  const isAdmin = principal.scope === 'admin';
  return {
    ...{ ...PROVIDER, authType: 'api_key', configured: source !== null },
    ...(source === null ? {} : { source }),
    label: LABELS[source ?? 'none'],
    ...{ canLogout: stored && isAdmin, supported: isAdmin },
    ...(isAdmin ? {} : { reason: 'Only an admin changes the key' }),
  };
}
