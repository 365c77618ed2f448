import type { Log } from '../log.ts';
import { algorithmFault } from './discovery-document.ts';

/** A wrong sign-in setting. Its texts are for operators and contain no part of a token. */
export interface SettingFault {
  code: `identity/${string}`;
  /** Name of the setting to change, or of another cause, such as the clock of the machine. */
  setting: string;
  /** Sentence that describes the fault and its remedy. */
  remedy: string;
  /** True when no user can sign in until the setting is changed. */
  blocks: boolean;
}

/** Throttled log of wrong sign-in settings. */
export interface FaultLog {
  /**
   * Logs a fault.
   * @param isProven True when the provider signed the evidence. Other evidence may be forged, so its fault is logged, but not returned by `recent`.
   */
  note(fault: SettingFault, isProven?: boolean): void;
  /** Proven faults of the last hour. */
  recent(): SettingFault[];
}

/** Shortest interval of log lines about one fault, and the time for which `recent` returns it; milliseconds. */
const pauseMs = 3_600_000;

/** Throttles faults to one log line per code and hour, with the number of occurrences in between. */
export function createFaultLog(log: Pick<Log, 'warn'>, now: () => number = Date.now): FaultLog {
  const seen = new Map<string, { fault: SettingFault; times: number; loggedAt: number; provenAt: number }>();
  return {
    note(fault, isProven = true) {
      const known = seen.get(fault.code) ?? { fault, times: 0, loggedAt: Number.NEGATIVE_INFINITY, provenAt: Number.NEGATIVE_INFINITY };
      const at = now();
      const isDue = at - known.loggedAt >= pauseMs;
      const times = known.times + 1;
      if (isDue) log.warn({ code: fault.code, setting: fault.setting, times }, fault.remedy);
      seen.set(fault.code, {
        fault,
        times: isDue ? 0 : times,
        loggedAt: isDue ? at : known.loggedAt,
        provenAt: isProven ? at : known.provenAt,
      });
    },
    recent: () => [...seen.values()].filter(({ provenAt }) => now() - provenAt < pauseMs).map(({ fault }) => fault),
  };
}

/** Reason why a token is unusable, even after another sign-in. */
export type TokenFault =
  | 'opaque'
  | 'encrypted'
  | 'too-long'
  | 'algorithm'
  | 'issuer'
  | 'entra-v1'
  | 'audience'
  | 'no-audience'
  | 'id-token'
  | 'type'
  | 'clock';

const atProvider = 'access tokens at the provider';

/** Texts for operators about each fault, without any content of a token. */
export const tokenFaults: Readonly<Record<TokenFault, SettingFault>> = {
  opaque: {
    code: 'identity/token-opaque',
    setting: 'OIDC_AUDIENCE_PARAMETER',
    remedy:
      'A token came that is no JWT. Providers give opaque access tokens where no API is asked for: register the API there, ask for it by OIDC_AUDIENCE_PARAMETER or OIDC_SCOPE, and choose JWT as the form of its access tokens.',
    blocks: true,
  },
  encrypted: {
    code: 'identity/token-encrypted',
    setting: atProvider,
    remedy: 'A token came that is encrypted (JWE). Switch the encryption of access tokens off for this API at the provider.',
    blocks: true,
  },
  'too-long': {
    code: 'identity/token-too-long',
    setting: atProvider,
    remedy: 'A token came that is longer than 16 kB. Leave groups out of access tokens, or name only those that this product needs.',
    blocks: true,
  },
  algorithm: algorithmFault,
  issuer: {
    code: 'identity/token-issuer',
    setting: 'OIDC_ISSUER',
    remedy:
      'Tokens name another issuer than the discovery document of OIDC_ISSUER does. Set OIDC_ISSUER to the issuer that access tokens name in iss, or have the provider use one host name for all.',
    blocks: true,
  },
  'entra-v1': {
    code: 'identity/token-issuer',
    setting: 'OIDC_ISSUER',
    remedy:
      'Access tokens are of the first version of Entra ID, and OIDC_ISSUER is of the second. Set requestedAccessTokenVersion to 2 in the manifest of the API, or OIDC_ISSUER to https://sts.windows.net/ with the id of your tenant and a slash.',
    blocks: true,
  },
  audience: {
    code: 'identity/token-audience',
    setting: 'OIDC_AUDIENCE',
    remedy:
      'Tokens of the provider carry another audience than OIDC_AUDIENCE. Set OIDC_AUDIENCE to what they carry in aud, or add it to access tokens there: in Keycloak by an audience mapper, in Auth0 and Okta as the identifier of the API, in Entra ID as the Application ID URI or the client id.',
    blocks: true,
  },
  'no-audience': {
    code: 'identity/token-audience',
    setting: 'OIDC_AUDIENCE',
    remedy:
      'Tokens of the provider carry no audience. Have it put OIDC_AUDIENCE into aud: in Cognito by resource binding, which OIDC_AUDIENCE_PARAMETER=resource asks for, or by a trigger before token generation.',
    blocks: true,
  },
  'id-token': {
    code: 'identity/token-audience',
    setting: 'OIDC_AUDIENCE',
    remedy:
      'Tokens of the provider are made for the client (OIDC_CLIENT_ID) and not for OIDC_AUDIENCE. Where the provider knows no API of its own, as Dex does, set OIDC_AUDIENCE to the client id.',
    blocks: true,
  },
  type: {
    code: 'identity/token-type',
    setting: atProvider,
    remedy: 'A token came whose typ is no access token. Have the provider give access tokens of the type at+jwt or JWT.',
    blocks: true,
  },
  clock: {
    code: 'identity/clock',
    setting: 'clock of this machine',
    remedy: 'A token came that is not valid yet. Set the clocks of this machine and of the provider by the same time service (NTP).',
    blocks: true,
  },
};
