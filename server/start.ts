import { log, printError, printLine } from './core/log.ts'
import { buildAppWhenNeeded, appBuildDir } from './core/startup/build.ts'
import { type Config, readConfig, StartupError } from './core/startup/config.ts'
import { startServer } from './main.ts'

// What `npm start` runs: settings, the app's build when needed, then the server until it is told to stop.

try {
  const config = readConfig(process.env)
  await buildAppWhenNeeded(printLine)
  const server = await startServer(config, { dist: appBuildDir })
  printLine(`Fairlead is running at ${server.address}`)
  printLine(describe(config, server.database))
  stopOnSignal(server.stop, config.stopLimitMs)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  printError(error.message)
  process.exitCode = 1
}

function describe({ env, marketFeed, smtpUrl }: Config, database: string): string {
  const prices = { sim: 'simulated prices', live: 'live prices', replay: 'recorded prices' }[marketFeed.kind]
  const noMail = env === 'sandbox' ? 'no SMTP_URL: the app itself shows codes' : 'no SMTP_URL: no codes by mail'
  const mail = smtpUrl === undefined ? noMail : 'mail by SMTP_URL'
  return `${env} · ${prices} · ${database} · ${mail}`
}

/** The first signal stops cleanly, a second one at once. Connections and the database get `limitMs` to finish; then the process ends anyway. */
function stopOnSignal(stop: () => Promise<void>, limitMs: number): void {
  let stopping = false
  const onSignal = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    printLine('Stopping …')
    setTimeout(() => {
      log.error(`the server did not stop within ${limitMs / 1000} s, and ends anyway`, undefined)
      process.exit(1)
    }, limitMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('the server did not stop cleanly', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
