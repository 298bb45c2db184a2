import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig, settingNames } from '#server/core/startup/config.ts'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

// Read where they are needed and nowhere else: by the operator's program, by the build and by `npm run dev`.
const readElsewhere = ['OPERATOR_KEY', 'FAIRLEAD_OUT', 'FAIRLEAD_BUILD', 'FAIRLEAD_WORKER']

/** The rows of the first table after the heading, cell by cell. */
function tableOf(file: string): string[][] {
  const [, after = ''] = read(file).split('\n## Settings\n')
  const [, table = ''] = /\n\| name \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(after) ?? []
  return table
    .trim()
    .split('\n')
    .map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
}

/** A family's members are named by their ending: `…_BTC` after `DEPOSIT_XPUB_EVM`. */
function namesIn(cell: string): string[] {
  let family = ''
  return [...cell.matchAll(/`(…?[A-Z_]+)`/g)].map(([, name = '']) => {
    if (name.startsWith('…')) return family + name.slice(1)
    family = name.slice(0, name.lastIndexOf('_'))
    return name
  })
}

it.each(['docs/operations.md', 'README.md'])('the table of settings in %s has exactly the settings that are read', (file) => {
  const named = tableOf(file).flatMap(([names = '']) => namesIn(names))
  expect(named.toSorted()).toEqual([...settingNames, ...readElsewhere].toSorted())
})

it('the defaults in docs/operations.md are what holds with nothing set', () => {
  const written = Object.fromEntries(
    tableOf('docs/operations.md').flatMap(([names = '', defaults = '']) => {
      const values = [...defaults.matchAll(/`([^`]+)`/g)].map(([, value]) => value)
      return namesIn(names).map((name, at) => [name, values[at] ?? defaults])
    }),
  )
  const nothingSet = readConfig({})
  expect(written).toMatchObject({
    PORT: String(nothingSet.port),
    HOST: nothingSet.host,
    FAIRLEAD_ENV: nothingSet.env,
    MARKET_FEED: nothingSet.marketFeed.kind,
  })
  expect(readConfig({ DATA_DIR: written['DATA_DIR'] }).dataDir).toBe(nothingSet.dataDir)
  const absent = ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_ORIGIN', 'OIDC_PROVIDERS', 'EVM_SIGNER_URL', 'EVM_PAYOUT_FROM', 'METRICS_TOKEN']
  expect(absent.map((name) => written[name])).toEqual(absent.map(() => 'none'))
})
