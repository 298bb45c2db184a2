import { languageCodes } from '#contract/calls/account.ts'
import {
  type OperatorSetting,
  readOperatorSettings,
  parseVouchedHosts,
  parseMaintenancePeriod,
  type OperatorSettingName,
  operatorSettingNames,
} from '../settings/operatorSettings.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

const usage = (sentence: string) => new StaffError('usage', sentence)

/** What a value must be, in words, and whether it is. */
const rules: Readonly<Record<OperatorSettingName, readonly [words: string, fits: (value: string, now: number) => boolean]>> = {
  isPcLimite: ['is 0 or 1', (value) => /^[01]$/.test(value)],
  minClient: ['is a version such as 0.1.0', (value) => /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(value)],
  statusNote: ['is 5 to 200 characters: people read it', (value) => value.length >= 5 && value.length <= 200],
  maintenance: [
    'is a time to come, such as "2026-11-30 02:00/2026-11-30 02:30" in UTC+8',
    (value, now) => (parseMaintenancePeriod(value)?.to ?? 0) > now,
  ],
  vouchedHosts: [
    'is up to 50 hosts such as "docs.example.com *.example.org": no address, number or name of another script, and "*." only before what its owner alone can add to',
    (value) => parseVouchedHosts(value) !== undefined,
  ],
}

/** The setting's key. Refuses (usage) a name or a language that is none; only a status note has languages. */
function keyOf(name: string, lang: string | undefined): { name: OperatorSettingName; lang: string } {
  const found = operatorSettingNames.find((settingName) => settingName === name)
  if (!found) throw usage(`"${name}" is no setting. Settings: ${operatorSettingNames.join(', ')}.`)
  if (found !== 'statusNote') {
    if (lang !== undefined) throw usage(`${name} is the same in every language.`)
    return { name: found, lang: '' }
  }
  const code = languageCodes.find((languageCode) => languageCode === (lang ?? 'en-us'))
  if (!code) throw usage(`"${lang}" is no language. Languages: ${languageCodes.join(', ')}.`)
  return { name: found, lang: code }
}

const about = ({ name, lang }: { name: string; lang: string }) => ({ name, ...(lang !== '' && { lang }) })

/** Sets it for everybody, in place of what it was. Apps hear of it within minutes. */
export function setOperatorSetting(
  context: OperatorContext,
  staff: StaffMember,
  setting: { name: string; value: string; lang?: string | undefined },
): Promise<void> {
  const key = keyOf(setting.name, setting.lang)
  const value = setting.value.trim()
  const now = context.app.clock.now()
  const [words, fits] = rules[key.name]
  if (!fits(value, now)) throw usage(`${key.name} ${words}.`)
  return runStaffAction(context, staff, 'setting.change', async ({ sql, log }) => {
    await sql.query(
      `insert into house_setting (name, lang, value, set_ms) values ($1, $2, $3, $4)
       on conflict (name, lang) do update set value = excluded.value, set_ms = excluded.set_ms`,
      [key.name, key.lang, value, now],
    )
    await log('setting.set', { ...about(key), value })
  })
}

/** Takes back what was set: the release's own value holds again. A status note goes in every language, unless one is named. */
export function clearOperatorSetting(
  context: OperatorContext,
  staff: StaffMember,
  setting: { name: string; lang?: string | undefined },
): Promise<void> {
  const key = keyOf(setting.name, setting.lang)
  return runStaffAction(context, staff, 'setting.change', async ({ sql, log }) => {
    const rows = await sql.query('delete from house_setting where name = $1 and ($2::text is null or lang = $2) returning name', [
      key.name,
      setting.lang ?? null,
    ])
    if (rows.length === 0) throw new StaffError('refused', `${key.name} is not set.`)
    await log('setting.clear', about({ name: key.name, lang: setting.lang ?? '' }))
  })
}

/** What is set now. */
export const listOperatorSettings = ({ app }: OperatorContext): Promise<OperatorSetting[]> => readOperatorSettings(app.db)
