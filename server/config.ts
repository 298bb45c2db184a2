/** Everything the environment decides, read and checked once at start (README "Settings"). */
export interface Config {
  env: 'sandbox' | 'production'
  port: number
  host: string
  /** Absolute. Holds the embedded database and the server's keys. */
  dataDir: string
  databaseUrl: string | undefined
  /** How MARKET_FEED reads: `sim`, `live`, or `replay:<file>` with an optional `?speed=N&symbol=S`. */
  marketFeed: { kind: 'sim' } | { kind: 'live'; urls?: Record<string, string> } | { kind: 'replay'; file: string; speed: number; symbol?: string }
  smtpUrl: string | undefined
  publicOrigin: string | undefined
}
