import type { LanguageCode } from '#contract/calls/account.ts'
import type { SystemSettings } from '#contract/calls/settings.ts'
import { wireTimeToInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** What staff can set for everybody (docs/rules/environments.md). */
export const operatorSettingNames = ['isPcLimite', 'minClient', 'statusNote', 'maintenance', 'vouchedHosts'] as const
export type OperatorSettingName = (typeof operatorSettingNames)[number]

/** A row of `house_setting`. */
export interface OperatorSetting {
  name: OperatorSettingName
  /** Of a status note; '' elsewhere. */
  lang: string
  value: string
  set_ms: string
}

/** The first version of the app that still fits this server. */
const leastClient = '0.1.0'
const sourceLanguage: LanguageCode = 'en-us'

export const readOperatorSettings = (sql: Sql): Promise<OperatorSetting[]> =>
  sql.query<OperatorSetting>('select * from house_setting order by name, lang')

/** From when to when, written as `YYYY-MM-DD HH:mm/YYYY-MM-DD HH:mm` in UTC+8; undefined for anything else and for no time at all. */
export function parseMaintenancePeriod(value: string): { from: Instant; to: Instant } | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d\/\d{4}-\d\d-\d\d \d\d:\d\d$/.test(value)) return undefined
  const [from, to] = value.split('/').map((text) => wireTimeToInstant(`${text}:00`))
  if (from === undefined || to === undefined || !(from < to)) return undefined
  return { from, to }
}

const mostHosts = 50
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostOrItsOwn = new RegExp(`^(?:\\*\\.)?(?:${label}\\.)+[a-z]{2,63}$`)

/**
 * Hosts with spaces or commas between, each exactly itself or `*.host` for everything beneath it; undefined for anything else, such as a
 * whole address, a number, a name of another script (`xn--`) or a `*` over a whole ending of one word. Endings of two (`co.uk`, `github.io`) are not known
 * here: staff vouch only for what its owner alone can add to.
 */
export function parseVouchedHosts(value: string): string[] | undefined {
  const hosts = [
    ...new Set(
      value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ]
  const fits = (host: string): boolean => host.length <= 253 && hostOrItsOwn.test(host) && !/(?:^|\.)xn--/.test(host)
  return hosts.length > 0 && hosts.length <= mostHosts && hosts.every(fits) ? hosts : undefined
}

/** What of the system's settings staff set, as it holds now: a status note in that language or else in English, maintenance until it is over. */
export async function readCurrentOperatorSettings(
  sql: Sql,
  lang: LanguageCode,
  now: Instant,
): Promise<Pick<SystemSettings, 'isPcLimite' | 'minClient' | 'statusNote' | 'maintenance' | 'vouchedHosts'>> {
  const rows = await readOperatorSettings(sql)
  const of = (name: OperatorSettingName, wanted = ''): string | undefined =>
    rows.find((row) => row.name === name && row.lang === wanted)?.value
  const note = of('statusNote', lang) ?? of('statusNote', sourceLanguage)
  const maintenance = parseMaintenancePeriod(of('maintenance') ?? '')
  const vouchedHosts = parseVouchedHosts(of('vouchedHosts') ?? '')
  return {
    isPcLimite: of('isPcLimite') === '1' ? 1 : 0,
    minClient: of('minClient') ?? leastClient,
    ...(note !== undefined && { statusNote: note }),
    ...(maintenance && maintenance.to > now && { maintenance }),
    ...(vouchedHosts && { vouchedHosts }),
  }
}
