import { languageCodes } from '#contract/calls/account.ts'
import { type HouseSetting, houseSettings, readHosts, readMaintenance, type SettingName, settingNames } from '../houseSettings.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

const usage = (sentence: string) => new StaffRefused('usage', sentence)

/** What a value must be, in words, and whether it is. */
const rules: Readonly<Record<SettingName, readonly [words: string, fits: (value: string, now: number) => boolean]>> = {
  isPcLimite: ['is 0 or 1', (value) => /^[01]$/.test(value)],
  minClient: ['is a version such as 0.1.0', (value) => /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(value)],
  statusNote: ['is 5 to 200 characters: people read it', (value) => value.length >= 5 && value.length <= 200],
  maintenance: [
    'is a time to come, such as "2026-11-30 02:00/2026-11-30 02:30" in UTC+8',
    (value, now) => (readMaintenance(value)?.to ?? 0) > now,
  ],
  vouchedHosts: [
    'is up to 50 hosts such as "docs.example.com *.example.org": no address, number or name of another script, and "*." only before what its owner alone can add to',
    (value) => readHosts(value) !== undefined,
  ],
}

/** The setting's key. Refuses (usage) a name or a language that is none; only a status note has languages. */
function keyOf(name: string, lang: string | undefined): { name: SettingName; lang: string } {
  const found = settingNames.find((one) => one === name)
  if (!found) throw usage(`"${name}" is no setting. Settings: ${settingNames.join(', ')}.`)
  if (found !== 'statusNote') {
    if (lang !== undefined) throw usage(`${name} is the same in every language.`)
    return { name: found, lang: '' }
  }
  const code = languageCodes.find((one) => one === (lang ?? 'en-us'))
  if (!code) throw usage(`"${lang}" is no language. Languages: ${languageCodes.join(', ')}.`)
  return { name: found, lang: code }
}

const about = ({ name, lang }: { name: string; lang: string }) => ({ name, ...(lang !== '' && { lang }) })

/** Sets it for everybody, in place of what it was. Apps hear of it within minutes. */
export function setSetting(desk: Desk, staff: Staff, asked: { name: string; value: string; lang?: string | undefined }): Promise<void> {
  const key = keyOf(asked.name, asked.lang)
  const value = asked.value.trim()
  const now = desk.house.clock.now()
  const [words, fits] = rules[key.name]
  if (!fits(value, now)) throw usage(`${key.name} ${words}.`)
  return work(desk, staff, 'setting.change', async ({ sql, log }) => {
    await sql.query(
      `insert into house_setting (name, lang, value, set_ms) values ($1, $2, $3, $4)
       on conflict (name, lang) do update set value = excluded.value, set_ms = excluded.set_ms`,
      [key.name, key.lang, value, now],
    )
    await log('setting.set', { ...about(key), value })
  })
}

/** Takes back what was set: the release's own value holds again. A status note goes in every language, unless one is named. */
export function clearSetting(desk: Desk, staff: Staff, asked: { name: string; lang?: string | undefined }): Promise<void> {
  const key = keyOf(asked.name, asked.lang)
  return work(desk, staff, 'setting.change', async ({ sql, log }) => {
    const rows = await sql.query('delete from house_setting where name = $1 and ($2::text is null or lang = $2) returning name', [
      key.name,
      asked.lang ?? null,
    ])
    if (rows.length === 0) throw new StaffRefused('refused', `${key.name} is not set.`)
    await log('setting.clear', about({ name: key.name, lang: asked.lang ?? '' }))
  })
}

/** What is set now. */
export const listSettings = ({ house }: Desk): Promise<HouseSetting[]> => houseSettings(house.db)
