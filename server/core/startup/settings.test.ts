import { expect, it } from 'vitest'
import { readConfig, StartupError } from './config.ts'

function refusals(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartupError) return error.message.split('\n')
    throw error
  }
  return []
}

it('says all that is wrong at once, a line for each setting', () => {
  expect(
    refusals({
      FAIRLEAD_ENV: 'staging',
      PORT: 'eighty',
      HOST: 'a b',
      DATABASE_URL: 'mysql://me:secret@host/db',
      MARKET_FEED: 'real',
      LIVE_URLS: '[]',
      SMTP_URL: 'http://me:secret@host',
      STOP_SECONDS: 'soon',
      PUBLIC_ORIGIN: 'https://me@x',
      OIDC_PROVIDERS: '{"google":{"clientSecret":"secret","odd":"secret"},"wallet":{}}',
      DEPOSIT_XPUB_BTC: 'secret',
      DEPOSIT_ADDRESS_ATOM: 'secret',
      EVM_RPC_URLS: '{"ethereum":"secret"}',
      BITCOIN_RPC_URLS: '{"dogecoin":"http://me:secret@host"}',
      XRPL_RPC_URL: 'http://me:secret@host',
      EVM_SIGNER_URL: 'http://me:secret@host',
      UPLOAD_KEY: 'secret',
      METRICS_TOKEN: 'secret',
    }).toSorted(),
  ).toEqual([
    'BITCOIN_RPC_URLS names "dogecoin", which needs DEPOSIT_XPUB_DOGE: nobody holds the private keys of the sandbox\'s own addresses.',
    'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.',
    'DEPOSIT_ADDRESS_ATOM is no address of its chain: check each letter.',
    'DEPOSIT_XPUB_BTC must be an extended public key that begins with "xpub".',
    'EVM_RPC_URLS must be a JSON object from ethereum, bsc, avalanche to http:// or https:// addresses.',
    'EVM_SIGNER_URL and EVM_PAYOUT_FROM are set together.',
    'FAIRLEAD_ENV must be "sandbox" or "production", not "staging".',
    'HOST must be an address or a host name, not "a b".',
    'LIVE_URLS must be a JSON object from source names to ws:// or wss:// addresses.',
    'MARKET_FEED must be "sim", "live" or "replay:<file>", not "real".',
    'METRICS_TOKEN needs at least 20 letters, digits or signs, without spaces.',
    'OIDC_PROVIDERS has a key that cannot be used: "wallet".',
    'OIDC_PROVIDERS knows no "odd" of "google".',
    'OIDC_PROVIDERS needs a clientId of "google".',
    'OIDC_PROVIDERS needs the issuer of "google" as a URL.',
    'PORT must be a whole number from 0 to 65535, not "eighty".',
    'PUBLIC_ORIGIN must be only a scheme and a host, such as https://trade.example.com.',
    'SMTP_URL must be a URL that begins with smtp:// or smtps://.',
    'STOP_SECONDS must be a whole number from 1 to 9999, not "soon".',
    'UPLOAD_KEY must be 32 random bytes in base64: 44 characters that end with "=".',
    "XRPL_RPC_URL needs DEPOSIT_ADDRESS_XRP: nobody holds the private key of the sandbox's own address.",
  ])
})

it('takes what each setting says', () => {
  const uploadKey = `${'A'.repeat(43)}=`
  expect(
    readConfig({
      FAIRLEAD_ENV: 'production',
      PORT: ' 0 ',
      HOST: '::1',
      DATA_DIR: '/var/lib/fairlead',
      DATABASE_URL: 'postgresql://me:secret@host/db',
      SMTP_URL: 'smtps://me:secret@mail.example.com:465',
      UPLOAD_KEY: uploadKey,
      METRICS_TOKEN: 'twenty-signs-at-least',
      STOP_SECONDS: '80',
      EVM_SIGNER_URL: 'http://127.0.0.1:9000',
      EVM_PAYOUT_FROM: '0x52908400098527886E0F7030069857D2E4169EE7',
    }),
  ).toMatchObject({
    env: 'production',
    port: 0,
    host: '::1',
    dataDir: '/var/lib/fairlead',
    databaseUrl: 'postgresql://me:secret@host/db',
    smtpUrl: 'smtps://me:secret@mail.example.com:465',
    uploadKey,
    metricsToken: 'twenty-signs-at-least',
    stopLimitMs: 80_000,
    payouts: { signerUrl: 'http://127.0.0.1:9000', from: '0x52908400098527886E0F7030069857D2E4169EE7' },
  })
})

it('says of one setting all that it needs', () => {
  const node = 'http://127.0.0.1:8332'
  const said = refusals({ BITCOIN_RPC_URLS: JSON.stringify({ bitcoin: node, litecoin: node, dogecoin: node }) })
  expect(said.map((line) => /needs (\w+)/.exec(line)?.[1])).toEqual(['DEPOSIT_XPUB_BTC', 'DEPOSIT_XPUB_LTC', 'DEPOSIT_XPUB_DOGE'])
})
