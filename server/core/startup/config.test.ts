import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, StartupError } from './config.ts'
import { sandboxXpubs } from './depositConfig.ts'

const recording = new URL('./config.ts', import.meta.url).pathname

describe('readConfig', () => {
  it('works with nothing set', () => {
    expect(readConfig({})).toEqual({
      env: 'sandbox',
      port: 4300,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      marketFeed: { kind: 'sim' },
      smtpUrl: undefined,
      publicOrigin: undefined,
      deposits: { xpubs: sandboxXpubs, rpcUrls: {} },
      oidcProviders: {},
      stopLimitMs: 25_000,
    })
  })

  it('takes an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(4300)
  })

  it('reads every form of feed', () => {
    expect(readConfig({ MARKET_FEED: 'live' }).marketFeed).toEqual({ kind: 'live' })
    expect(readConfig({ MARKET_FEED: 'live', LIVE_URLS: '{"kraken":"ws://127.0.0.1:9"}' }).marketFeed).toEqual({
      kind: 'live',
      urls: { kraken: 'ws://127.0.0.1:9' },
    })
    expect(readConfig({ MARKET_FEED: `replay:${recording}` }).marketFeed).toEqual({ kind: 'replay', file: recording, speed: 1 })
    expect(readConfig({ MARKET_FEED: `replay:${recording}?speed=60&symbol=XAUUSD` }).marketFeed).toEqual({
      kind: 'replay',
      file: recording,
      speed: 60,
      symbol: 'XAUUSD',
    })
  })

  it('keeps only the origin', () => {
    expect(readConfig({ PUBLIC_ORIGIN: 'https://trade.example.com/' }).publicOrigin).toBe('https://trade.example.com')
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['STOP_SECONDS', '0'],
    ['STOP_SECONDS', '2.5'],
    ['HOST', 'a b'],
    ['FAIRLEAD_ENV', 'staging'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'not a url'],
    ['SMTP_URL', 'http://x'],
    ['PUBLIC_ORIGIN', 'https://x/y'],
    ['PUBLIC_ORIGIN', 'ftp://x'],
    ['MARKET_FEED', 'real'],
    ['MARKET_FEED', 'replay:'],
    ['MARKET_FEED', 'replay:/no/such/file.csv'],
    ['MARKET_FEED', `replay:${recording}?speed=0`],
    ['MARKET_FEED', `replay:${recording}?pace=2`],
  ])('refuses %s=%s in one sentence that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(StartupError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .*\\.$`, 's'))
  })

  it.each(['x', '[]', '{"kraken":"http://x"}', '{"kraken":1}'])('refuses LIVE_URLS=%s', (value) => {
    expect(() => readConfig({ MARKET_FEED: 'live', LIVE_URLS: value })).toThrow(/^LIVE_URLS must be a JSON object/)
  })

  it('does not repeat a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@host/db' })).toThrow(/^(?!.*secret)/)
  })
})
